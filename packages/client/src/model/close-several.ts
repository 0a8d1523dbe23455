import type { CallInput, CallOutput } from '../http/types.ts';
import type { CallOptions } from '../http/types.ts';
import { orderFrom } from './order.ts';
import type { Order } from './order.ts';

/** Positions to close: all, those in profit or those in loss, of all instruments or of one. */
export interface CloseChoice {
  readonly scope: 'all' | 'winners' | 'losers';
  readonly instrument?: number | undefined;
}

/** Positions that one call has closed, and those that it could not close, with the reason in the user's language. */
export interface SeveralClosed {
  readonly closed: readonly Order[];
  readonly left: readonly { readonly order: Order; readonly why: string }[];
}

/** A caller of state-changing calls. */
interface Sender {
  call<N extends 'closeAll' | 'closeBy'>(name: N, input: CallInput<N>, options: CallOptions): Promise<CallOutput<N>>;
}

/** Closes several positions at once. The same key never closes anything twice. */
export async function closeSeveral(
  api: Sender,
  { scope, instrument }: CloseChoice,
  options: CallOptions & { readonly key: string },
): Promise<SeveralClosed> {
  const input = { scope, ...(instrument !== undefined && { forex_id: instrument }) };
  return severalFrom(await api.call('closeAll', input, options));
}

/** Closes two opposite positions of an instrument by each other. */
export async function closeByOpposite(
  api: Sender,
  { id, opposite }: { readonly id: number; readonly opposite: number },
  options: CallOptions & { readonly key: string },
): Promise<SeveralClosed> {
  return severalFrom(await api.call('closeBy', { id, by: opposite }, options));
}

function severalFrom({ closed, left }: CallOutput<'closeAll'>): SeveralClosed {
  return {
    closed: closed.map(orderFrom),
    left: left.map(({ order, msg }) => ({ order: orderFrom(order), why: msg })),
  };
}
