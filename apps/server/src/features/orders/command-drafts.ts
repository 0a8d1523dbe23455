import type { InputOf, forexCalls } from '@fairlot/contract';
import {
  type Instrument,
  PRICE_LIMIT,
  type Price,
  type PriceTerms,
  parseDecimal,
  parseLots,
  parsePrice,
  priceScaleOf,
} from '@fairlot/domain';
import type { AmendOrder, ClosePosition, PlaceOrder, SetStops } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../http/answer.ts';

type Unkeyed<C> = Omit<C, 'time' | 'account' | 'key'>;
export type OrderDraft = Unkeyed<PlaceOrder>;
export type StopsDraft = Unkeyed<SetStops>;
export type AmendmentDraft = Unkeyed<AmendOrder>;
export type CloseDraft = Unkeyed<ClosePosition>;

/**
 * Parses the fields of an order exactly, with a separate refusal for each invalid field. The engine checks everything
 * else.
 */
export function readOrder(input: InputOf<typeof forexCalls.submit>, instrument: Instrument): Answer<OrderDraft> {
  if (input.type !== 1 && input.type !== 2) return refuse('bad_request', { field: 'type' });
  const lots = parseLots(input.cont);
  if (lots === undefined) return refuse('lots_invalid', { field: 'cont' });
  const leverage = readLeverage(input.multiple, instrument);
  if (leverage === undefined) return refuse('leverage_not_listed', { field: 'multiple' });
  const target = input.status === '0' ? readPrice(input.target_price, 'target_price', instrument) : done(undefined);
  if (!target.ok) return target;
  if (input.status === '0' && target.data === undefined) return refuse('price_required', { field: 'target_price' });
  const worst = input.status === '1' ? readPrice(input.worst_price, 'worst_price', instrument) : done(undefined);
  if (!worst.ok) return worst;
  // A pending order is good till cancelled. A last moment could be mistaken for an expiry, so it is refused.
  if (input.status === '0' && input.valid_until !== undefined) return refuse('bad_request', { field: 'valid_until' });
  // An order at the market is neither a limit nor a stop.
  if (input.status === '1' && input.kind !== undefined) return refuse('bad_request', { field: 'kind' });
  const stops = readStops(input, instrument);
  if (!stops.ok) return stops;
  return done({
    type: 'placeOrder',
    instrument: instrument.id,
    side: input.type === 1 ? 'buy' : 'sell',
    lots,
    leverage,
    target: target.data,
    worst: worst.data,
    validUntil: input.valid_until,
    kind: input.kind,
    terms: input.terms,
    ...stops.data,
  });
}

/** Parses a change of stops. */
export function readStopsChange(input: InputOf<typeof forexCalls.setStopPrice>, terms: PriceTerms): Answer<StopsDraft> {
  const stops = readStops(input, terms);
  if (!stops.ok) return stops;
  // A change without a field is a client's mistake; success would make it look like a change.
  if (input.stop_loss_price === undefined && input.target_profit_price === undefined)
    return refuse('bad_request', { field: 'stop_loss_price' });
  return done({ type: 'setStops', order: input.id, ...stops.data, ...keptLevel(input) });
}

/** Parses an amendment of a pending order. */
export function readAmendment(
  input: InputOf<typeof forexCalls.amendPendingOrder>,
  terms: PriceTerms,
): Answer<AmendmentDraft> {
  const target = readPrice(input.target_price, 'target_price', terms);
  if (!target.ok) return target;
  if (target.data === undefined) return refuse('price_required', { field: 'target_price' });
  const move = {
    type: 'amendOrder',
    order: input.id,
    target: target.data,
    kind: input.kind,
    terms: input.terms,
  } as const;
  if (input.stop_loss_price === undefined && input.target_profit_price === undefined)
    return done({ ...move, stops: 'kept' });
  const stops = readStops(input, terms);
  return stops.ok ? done({ ...move, stops: 'replaced', ...stops.data, ...keptLevel(input) }) : stops;
}

/** Parses the close of a position. */
export function readClose(input: InputOf<typeof forexCalls.close>, terms: PriceTerms): Answer<CloseDraft> {
  const worst = readPrice(input.worst_price, 'worst_price', terms);
  return worst.ok ? done({ type: 'closePosition', order: input.id, worst: worst.data }) : worst;
}

interface StopFields {
  readonly stop_loss_price?: string | undefined;
  readonly target_profit_price?: string | undefined;
}

function readStops(
  input: StopFields,
  terms: PriceTerms,
): Answer<{ stopLoss: Price | undefined; takeProfit: Price | undefined }> {
  const stopLoss = readPrice(input.stop_loss_price, 'stop_loss_price', terms);
  if (!stopLoss.ok) return stopLoss;
  const takeProfit = readPrice(input.target_profit_price, 'target_profit_price', terms);
  return takeProfit.ok ? done({ stopLoss: stopLoss.data, takeProfit: takeProfit.data }) : takeProfit;
}

/** Names the level that stays unchanged: the one whose field is absent. */
function keptLevel(input: StopFields): Pick<SetStops, 'keep'> {
  if (input.stop_loss_price === undefined) return { keep: 'stopLoss' };
  return input.target_profit_price === undefined ? { keep: 'takeProfit' } : {};
}

/**
 * Without a value, the first of the instrument's leverages applies, as specified. The engine refuses instruments
 * without any.
 */
function readLeverage(text: string | undefined, instrument: Instrument): number | undefined {
  if (text === undefined || text === '') return instrument.leverages[0] ?? 1;
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

const NUMBER = /^-?\d{1,24}(\.\d+)?$/;

/** Parses a price field; undefined when it is off: absent, empty or zero. */
function readPrice(text: string | undefined, field: string, terms: PriceTerms): Answer<Price | undefined> {
  if (text === undefined || text === '') return done(undefined);
  const price = parsePrice(text, terms);
  if (price !== undefined && price >= PRICE_LIMIT) return refuse('price_out_of_range', { field });
  if (price !== undefined) return done(price);
  if (!NUMBER.test(text)) return refuse('price_invalid', { field });
  const value = parseDecimal(text, 24);
  if (value === 0n) return done(undefined);
  const tooFine = parseDecimal(text, priceScaleOf(terms)) === undefined;
  return refuse(tooFine ? 'price_off_grid' : 'price_out_of_range', { field });
}
