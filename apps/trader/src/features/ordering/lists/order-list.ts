import type { OrderList } from '@fairlot/client';

/** Numbers of the lists in the address of the orders screen; specification, section 4. */
const TYPES = { holding: '1', pending: '0', history: '3' } as const;

/** In the order of the tabs. */
export const ORDER_LISTS: readonly OrderList[] = ['holding', 'pending', 'history'];

/** Lists of orders that are still open or pending. Only the orders screen shows the history. */
export const LIVING_LISTS = ['holding', 'pending'] as const satisfies readonly OrderList[];
export type LivingList = (typeof LIVING_LISTS)[number];

/** The list with the address's number; undefined for any other value. */
export function listOfType(type: string | null): OrderList | undefined {
  return ORDER_LISTS.find((list) => TYPES[list] === type);
}
