import {
  type Conversion,
  DOLLAR,
  type Instrument,
  type Lots,
  type Money,
  type Price,
  type Quote,
  type Side,
  ZERO,
  conversionFrom,
  isFarFromFill,
  minus,
  plus,
  withdrawable,
} from '@fairlot/domain';
import type { CorrectFill } from '../command.ts';
import { type Order, plainQuote } from '../core/state.ts';
import { settleWithHouse } from '../core/transfers.ts';
import { knownMarketOf, openPriceOf, standingOf } from '../core/valuation.ts';
import type { Work } from '../core/work.ts';
import type { EndedTrade } from '../ended-trade.ts';
import type { CorrectedOrder } from '../image.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { conversionRefusal, gridRefusal } from './dealing.ts';
import { DONE, refuse } from './outcomes.ts';

/** Corrections of one order. */
const MOST_CORRECTIONS = 5;

/** A trade whose fill is corrected: an ended one by the command's figures, an open one by the engine's own. */
interface Trade {
  readonly terms: Instrument;
  readonly side: Side;
  readonly lots: Lots;
  readonly conversion: Conversion;
  readonly conversionQuote?: Quote | undefined;
  /** The prices of its fills. */
  readonly open: Price;
  readonly close?: Price | undefined;
}

/**
 * Corrects a fill: books the difference between the price that stands and the corrected one, by the arithmetic of
 * results. For an ended trade this is the difference of its result at the conversion of its close; for an open position
 * the value of the opening price's change at the present conversion. The account pays at most its free margin and its
 * balance; the house waives the rest, and a later correction to the client's favour counts it. It also counts what is
 * left of the negative balance that the house paid when the trade ended.
 */
export function correctFill(work: Work, command: CorrectFill): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  const trade = tradeOf(work, command);
  if (typeof trade === 'string') return refuse(trade);
  const stands = standing(work.state.corrected.get(command.order), command, trade);
  const { fill, price } = command;
  const [filled, from] = fill === 'open' ? [trade.open, stands.open] : [trade.close, stands.close];
  if (filled === undefined || from === undefined) return refuse('fill_unknown');
  const refusal = priceRefusal(trade.terms, price, filled, from) ?? countRefusal(stands);
  if (refusal !== undefined) return refuse(refusal);

  const next = { ...stands, [fill]: price };
  const difference = minus(resultAt(work, trade, next, stands), resultAt(work, trade, stands, stands));
  const amount = work.rulebook.correctionAmount(
    difference,
    plus(stands.waived, command.ended?.covered ?? ZERO),
    withdrawable(standingOf(work, work.rulebook, account)),
  );
  work.touch(account);
  work.emit({
    type: 'fillCorrected',
    order: command.order,
    account: account.id,
    instrument: trade.terms.id,
    fill,
    number: stands.count + 1,
    from,
    price,
    difference,
    amount,
    waived: waivedAfter(stands.waived, minus(amount, difference)),
    open: next.open,
    ...(next.close !== undefined && { close: next.close }),
    ...(trade.conversionQuote !== undefined && { conversionQuote: plainQuote(trade.conversionQuote) }),
    staff: command.staff,
    memo: command.memo,
  });
  settleWithHouse(work, account, 'profit', 'fillCorrection', amount, { reference: command.order, memo: command.memo });
  return DONE;
}

/** The waived sum after an unpaid part, which is negative when it works a waived sum off. The cover pays what exceeds it. */
function waivedAfter(waived: Money, unpaid: Money): Money {
  const sum = plus(waived, unpaid);
  return sum < 0n ? ZERO : sum;
}

function tradeOf(work: Work, command: CorrectFill): Trade | Refusal {
  const order = work.state.orders.get(command.order);
  if (order === undefined)
    return command.ended === undefined ? 'order_not_open' : endedTrade(work, command, command.ended);
  if (order.account.id !== command.account) return 'unknown_order';
  if (order.status !== 'open') return 'order_not_open';
  // A closing fill, or figures of one, of a position that is still open.
  return command.ended !== undefined || command.fill === 'close' ? 'fill_unknown' : openTrade(work, order);
}

function openTrade(work: Work, order: Order): Trade | Refusal {
  const { instrument, side, lots } = order;
  const market = knownMarketOf(work, instrument);
  const { terms, conversion, legQuote } = market;
  const open = openPriceOf(order);
  return (
    conversionRefusal(work, instrument, market) ?? { terms, side, lots, conversion, conversionQuote: legQuote, open }
  );
}

/** A trade that the engine no longer has. Its figures must give the result that was booked. */
function endedTrade(work: Work, { order }: CorrectFill, ended: EndedTrade): Trade | Refusal {
  const terms = work.state.instruments.get(ended.instrument)?.terms;
  if (terms === undefined) return 'unknown_instrument';
  if (order >= work.state.nextOrder) return 'unknown_order';
  const { side, lots, open, close, profit, conversionQuote } = ended;
  if ((conversionQuote === undefined) !== (terms.conversion === null)) return 'fill_unknown';
  const conversion =
    terms.conversion === null || conversionQuote === undefined
      ? DOLLAR
      : conversionFrom(terms.conversion, conversionQuote);
  const booked = work.rulebook.profit(terms, side, lots, open, close, conversion);
  return booked === profit ? { terms, side, lots, conversion, open, close } : 'fill_unknown';
}

/** The prices that stand before the correction. An open position's corrections know no closing price yet. */
function standing(
  corrected: CorrectedOrder | undefined,
  { order }: CorrectFill,
  { open, close }: Trade,
): CorrectedOrder {
  if (corrected === undefined) return { order, open, ...(close !== undefined && { close }), waived: ZERO, count: 0 };
  return { ...corrected, ...(corrected.close === undefined && close !== undefined && { close }) };
}

function priceRefusal(terms: Instrument, price: Price, filled: Price, from: Price): Refusal | undefined {
  if (isFarFromFill(price, filled)) return 'price_out_of_range';
  return gridRefusal(terms, [price]) ?? (price === from ? 'fill_price_stands' : undefined);
}

function countRefusal({ count }: CorrectedOrder): Refusal | undefined {
  return count >= MOST_CORRECTIONS ? 'too_many_corrections' : undefined;
}

/** The result at these prices. An open position is compared at one closing price: the opening price that stands. */
function resultAt(work: Work, trade: Trade, { open, close }: CorrectedOrder, stands: CorrectedOrder): Money {
  const { terms, side, lots, conversion } = trade;
  return work.rulebook.profit(terms, side, lots, open, close ?? stands.open, conversion);
}
