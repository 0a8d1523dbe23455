import type { Lots } from '@fairlot/domain';
import type { PlaceOrder } from '../index.ts';
import type { Books } from './auditor/books.ts';
import { Ledger } from './auditor/ledger.ts';
import type { Random } from './random.ts';

/**
 * Now and then, an order that covers the positions of an account whose group asks no margin for covered ones: random
 * volumes hardly ever match.
 */
export function coveringOrder(
  random: Random,
  books: Books,
  account: number,
): Omit<PlaceOrder, 'time' | 'key' | 'account'> | undefined {
  const ledger = new Ledger(books);
  if (!books.accounts.has(account) || ledger.hedgedMargin(account) !== 'none') return undefined;
  const open = ledger.positionsOf(account);
  if (open.length === 0 || !random.chance(0.3)) return undefined;
  const { instrument, leverage } = random.pick(open);
  const lots = open
    .filter((each) => each.instrument === instrument)
    .reduce((sum, each) => sum + (each.side === 'buy' ? each.lots : -each.lots), 0n);
  if (lots === 0n) return undefined;
  const [side, volume] = lots > 0n ? (['sell', lots] as const) : (['buy', -lots] as const);
  return { type: 'placeOrder', instrument, side, lots: volume as Lots, leverage };
}
