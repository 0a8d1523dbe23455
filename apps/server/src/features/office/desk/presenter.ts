import type { OutputOfStaff, deskCalls } from '@fairlot/contract';
import {
  type PriceTerms,
  asLots,
  asMoney,
  asPrice,
  closingPrice,
  formatLots,
  formatMoney,
  formatPrice,
} from '@fairlot/domain';
import type { PositionView } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { storedRefusalText } from '../../../http/answer-text.ts';
import type { ListedInstrument, MarketData } from '../../../market/port.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { Valued } from './correction-actions.ts';
import type { DeedRow, DeskOrderRow, DeskQueries } from './queries.ts';

type WireDeed = OutputOfStaff<typeof deskCalls.deskCancel>;
type WireOrder = OutputOfStaff<typeof deskCalls.deskOrder>;

/** Converts a deed to its wire format, with the text of a refusal in `language`. */
export function presentDeed(row: DeedRow, market: MarketData, language: LanguageCode): WireDeed {
  const instrument = instrumentOf(row, market);
  return {
    id: Number(row.id),
    kind: row.kind,
    order_id: Number(row.order_id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    code: instrument.displayCode,
    reason: row.reason,
    author: row.author,
    proposal_id: row.proposal_id === null ? null : Number(row.proposal_id),
    state: row.state,
    refusal: row.refusal,
    message: storedRefusalText(row.refusal, language),
    close_price: priceText(row.close_price, instrument),
    profit: row.profit === null ? null : formatMoney(asMoney(row.profit)),
    fill: row.fill,
    price: priceText(row.price, instrument),
    amount: row.amount === null || row.state !== 'done' ? null : formatMoney(asMoney(row.amount)),
    created_at: row.created_at.toISOString(),
  };
}

/** Converts an order to its wire format. `live`: the position as the engine values it now. */
export function presentDeskOrder(
  row: DeskOrderRow,
  live: PositionView | undefined,
  needsApproval: boolean,
  market: MarketData,
  corrections: Awaited<ReturnType<DeskQueries['corrections']>>,
): WireOrder {
  const instrument = instrumentOf(row, market);
  const user = Number(row.account);
  const close = live === undefined ? row.close_price : closingPrice(live.closing, live.order.side);
  const profit = live === undefined ? row.profit : live.profit;
  return {
    id: Number(row.id),
    user_id: user,
    uid: uidOf(user),
    account: row.kind,
    instrument_id: row.instrument,
    code: instrument.displayCode,
    side: row.side,
    lots: formatLots(asLots(row.lots)),
    status: row.status,
    target_price: priceText(row.target, instrument),
    open_price: priceText(row.price, instrument),
    close_price: priceText(close, instrument),
    profit: profit === null ? null : formatMoney(asMoney(profit)),
    needs_approval: needsApproval,
    open_quote: quoteOf(row, 'open', instrument),
    close_quote: quoteOf(row, 'close', instrument),
    corrections: corrections.map((made) => ({
      number: made.number,
      time: new Date(Number(made.time)).toISOString(),
      fill: made.fill,
      from_price: formatPrice(asPrice(made.from_price), instrument),
      price: formatPrice(asPrice(made.price), instrument),
      difference: formatMoney(asMoney(made.difference)),
      amount: formatMoney(asMoney(made.amount)),
      reason: made.reason,
      author: made.author,
    })),
  };
}

/** Converts the value of a correction to its wire format. */
export function presentCorrectionWorth(
  { instrument, filled, from, price, difference, amount }: Valued,
  needsApproval: boolean,
): OutputOfStaff<typeof deskCalls.deskCorrection> {
  return {
    filled_price: formatPrice(filled, instrument),
    from_price: formatPrice(from, instrument),
    price: formatPrice(price, instrument),
    difference: formatMoney(difference),
    amount: formatMoney(amount),
    needs_approval: needsApproval,
  };
}

function quoteOf(row: DeskOrderRow, of: 'open' | 'close', terms: PriceTerms): WireOrder['open_quote'] {
  const [seq, time, bid, ask] = (['seq', 'time', 'bid', 'ask'] as const).map((name) => row[`${of}_quote_${name}`]);
  if (seq === null || time === null || bid === undefined || ask === undefined) return null;
  return { Seq: Number(seq), Time: Number(time), Bid: priceText(bid, terms) ?? '', Ask: priceText(ask, terms) ?? '' };
}

function instrumentOf({ instrument: id }: { readonly instrument: number }, market: MarketData): ListedInstrument {
  const instrument = market.instrument(id);
  if (instrument === undefined) throw new Error(`an order has the unknown instrument ${id}`);
  return instrument;
}

function priceText(price: bigint | null, terms: PriceTerms): string | null {
  return price === null ? null : formatPrice(asPrice(price), terms);
}
