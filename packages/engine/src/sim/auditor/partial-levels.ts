import type { Outcome, SetPartialLevels } from '../../index.ts';
import type { AuditedLevel, AuditedOrder } from './books.ts';
import { isAbsurd, wrongLevel } from './dealing.ts';
import type { Ledger } from './ledger.ts';
import { excess, inOrder, replaceLevels } from './level-book.ts';
import { OK, no } from './outcomes.ts';
import { lotsText, splitOff } from './parts.ts';
import { close } from './trading.ts';

/** Replaces the stops and targets of parts. */
export function setLevels(ledger: Ledger, command: SetPartialLevels): Outcome {
  const { account, order: id } = command;
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const order = ledger.ordersOf(account).find((each) => each.id === id);
  if (order === undefined) return no('unknown_order');
  if (!order.open) return no('order_not_open');
  if (ledger.books.bursts.has(order.instrument)) return no('price_in_doubt');
  const terms = ledger.terms(order.instrument);
  const wanted = command.levels.map(({ level, lots, price }) => ({ isStop: level === 'stopLoss', lots, price }));
  const stays = ({ isStop, price }: AuditedLevel): boolean =>
    order.partial.some((old) => old.isStop === isStop && old.price === price);
  const fresh = wanted.filter((each) => !stays(each));
  const prices = fresh.map(({ price }) => price);
  if (isAbsurd(ledger, terms, prices)) return no('price_out_of_range');
  if (excess(order, wanted, true) > 0n || excess(order, wanted, false) > 0n)
    return no('levels_above_position', { lots: lotsText(order.lots) });
  const closing = ledger.closing(order.instrument, order.side, order.off);
  for (const { isStop, price } of fresh) {
    const wrong = wrongLevel(terms, order.side, closing, isStop ? price : undefined, isStop ? undefined : price);
    if (wrong !== undefined) return wrong;
  }
  replaceLevels(ledger, order, wanted);
  return OK;
}

/** The first level that the present price has come to. */
export function levelReached(ledger: Ledger, order: AuditedOrder): AuditedLevel | undefined {
  const { instrument, side, off } = order;
  const closing = ledger.closing(instrument, side, off);
  const sign = side === 'buy' ? 1n : -1n;
  return inOrder(order).find(({ isStop, price }) =>
    isStop ? (closing - price) * sign <= 0n : (closing - price) * sign >= 0n,
  );
}

/** Closes the lots of the level that was reached, or all if too few would be left. */
export function closeLevel(ledger: Ledger, order: AuditedOrder): void {
  const level = levelReached(ledger, order);
  if (level === undefined) throw new RangeError(`the auditor finds no level of ${order.id} that is reached`);
  const reason = level.isStop ? 'stop_loss' : 'take_profit';
  if (order.lots - level.lots < ledger.terms(order.instrument).minLots) return close(ledger, order, reason);
  replaceLevels(
    ledger,
    order,
    inOrder(order).filter((each) => each !== level),
  );
  close(ledger, splitOff(ledger, order, level.lots), reason);
}
