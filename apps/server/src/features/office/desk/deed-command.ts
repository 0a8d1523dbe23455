import { type Money, asLots, asMoney, asPrice } from '@fairlot/domain';
import type { CorrectFill } from '@fairlot/engine';
import type { CommandDraft } from '../../../trading/port.ts';
import type { DeedRow, DeskOrderRow } from './queries.ts';

/**
 * The engine's command of a deed. It is the same each time, so that the engine finds it again by its key; only
 * `covered`, which the key does not stand for, may have changed.
 */
export function commandOf(deed: DeedRow, order: DeskOrderRow, covered: Money): CommandDraft {
  const { id, user_id: user, order_id: number, author_id: author, reason, fill, price } = deed;
  const common = {
    account: Number(user),
    order: Number(number),
    staff: Number(author),
    memo: reason,
    key: `desk:${id}`,
  };
  if (deed.kind === 'close') return { type: 'closePosition', ...common };
  if (deed.kind === 'cancel') return { type: 'cancelOrder', ...common };
  if (fill === null || price === null) throw new Error(`the deed ${id} names no fill`);
  const ended = deed.while_open === true ? undefined : endedTrade(order, covered);
  return { type: 'correctFill', fill, price: asPrice(price), ...(ended !== undefined && { ended }), ...common };
}

/** The figures of a closed position, which never change, and what is left of its cover. */
function endedTrade(order: DeskOrderRow, covered: Money): CorrectFill['ended'] {
  const { instrument, side, lots, price, close_price: close, profit, conversion_quote: quote } = order;
  if (price === null || close === null || profit === null) return undefined;
  return {
    instrument,
    side,
    lots: asLots(lots),
    open: asPrice(price),
    close: asPrice(close),
    profit: asMoney(profit),
    covered,
    ...(quote !== null && {
      conversionQuote: {
        instrument: quote.instrument,
        seq: quote.seq,
        time: quote.time,
        bid: asPrice(BigInt(quote.bid)),
        ask: asPrice(BigInt(quote.ask)),
      },
    }),
  };
}
