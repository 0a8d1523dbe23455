import { AREA_STATUS } from '../../ordering/orders-query.ts';
import type { OrderArea } from '../../ordering/orders-query.ts';

export const AREAS: readonly OrderArea[] = ['holding', 'pending', 'history'];

/** The area that the query's type asks for: the status on the wire, 1 = holding. undefined where it names none. */
export function areaOfType(type: string | null): OrderArea | undefined {
  return AREAS.find((area) => AREA_STATUS[area] === type);
}
