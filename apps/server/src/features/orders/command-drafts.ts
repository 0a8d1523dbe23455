import type { InputOf, forexCalls } from '@fairlot/contract';
import {
  type Instrument,
  PRICE_LIMIT,
  type Price,
  type PriceTerms,
  asPrice,
  parseDecimal,
  parseLots,
  parsePrice,
  priceScaleOf,
} from '@fairlot/domain';
import type { AmendOrder, CloseAll, CloseByOpposite, ClosePosition, PlaceOrder, SetStops } from '@fairlot/engine';
import { type Answer, done, refuse } from '../../http/answer.ts';

type Unkeyed<C> = Omit<C, 'time' | 'account' | 'key'>;
export type OrderDraft = Unkeyed<PlaceOrder>;
export type StopsDraft = Unkeyed<SetStops>;
export type AmendmentDraft = Unkeyed<AmendOrder>;
export type CloseDraft = Unkeyed<ClosePosition>;
export type CloseAllDraft = Unkeyed<CloseAll>;
export type CloseByDraft = Unkeyed<CloseByOpposite>;

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
  // A last moment to be processed could be mistaken for an expiry, so it is refused.
  if (input.status === '0' && input.valid_until !== undefined) return refuse('bad_request', { field: 'valid_until' });
  // An order at the market is neither a limit nor a stop.
  if (input.status === '1' && input.kind !== undefined) return refuse('bad_request', { field: 'kind' });
  const stops = readStops(input, instrument);
  if (!stops.ok) return stops;
  const trailing = readPrice(input.trailing_distance, 'trailing_distance', instrument);
  if (!trailing.ok) return trailing;
  const conditions = readConditions(input, instrument);
  if (!conditions.ok) return conditions;
  return done({
    type: 'placeOrder',
    instrument: instrument.id,
    side: input.type === 1 ? 'buy' : 'sell',
    lots,
    leverage,
    target: target.data,
    worst: worst.data,
    validUntil: input.valid_until,
    kind: input.kind === 'stop_limit' ? 'stop' : input.kind,
    terms: input.terms,
    ...conditions.data,
    ...stops.data,
    trailing: trailing.data,
    ...(input.guaranteed === true && { guaranteed: true }),
  });
}

/** Parses a change of stops. */
export function readStopsChange(input: InputOf<typeof forexCalls.setStopPrice>, terms: PriceTerms): Answer<StopsDraft> {
  const stops = readStops(input, terms);
  if (!stops.ok) return stops;
  const trailing = readTrailingChange(input.trailing_distance, terms);
  if (!trailing.ok) return trailing;
  const namesNoLevel = input.stop_loss_price === undefined && input.target_profit_price === undefined;
  // A change without a field is a client's mistake; success would make it look like a change.
  if (namesNoLevel && trailing.data === undefined && input.guaranteed === undefined)
    return refuse('bad_request', { field: 'stop_loss_price' });
  const keep = namesNoLevel ? ({ keep: 'both' } as const) : keptLevel(input);
  return done({
    type: 'setStops',
    order: input.id,
    ...stops.data,
    ...keep,
    ...(trailing.data !== undefined && { trailing: trailing.data }),
    ...(input.guaranteed !== undefined && { guaranteed: input.guaranteed }),
  });
}

/** Parses the new trailing distance: undefined when the field is absent, zero when it switches the distance off. */
function readTrailingChange(text: string | undefined, terms: PriceTerms): Answer<Price | undefined> {
  if (text === undefined) return done(undefined);
  const read = readPrice(text, 'trailing_distance', terms);
  return read.ok ? done(read.data ?? asPrice(0n)) : read;
}

/** Parses an amendment of a pending order. */
export function readAmendment(
  input: InputOf<typeof forexCalls.amendPendingOrder>,
  terms: PriceTerms,
): Answer<AmendmentDraft> {
  const target = readPrice(input.target_price, 'target_price', terms);
  if (!target.ok) return target;
  if (target.data === undefined) return refuse('price_required', { field: 'target_price' });
  const limit = readLimit(input, terms);
  if (!limit.ok) return limit;
  const move = {
    type: 'amendOrder',
    order: input.id,
    target: target.data,
    kind: input.kind === 'stop_limit' ? 'stop' : input.kind,
    limitPrice: limit.data,
    terms: input.terms,
    ...readAmendedExpiry(input.expires_at),
  } as const;
  if (input.stop_loss_price === undefined && input.target_profit_price === undefined)
    return done({ ...move, stops: input.move_stops === '1' ? 'moved' : 'kept' });
  // Levels can't both move along and be named.
  if (input.move_stops === '1') return refuse('bad_request', { field: 'move_stops' });
  const stops = readStops(input, terms);
  return stops.ok ? done({ ...move, stops: 'replaced', ...stops.data, ...keptLevel(input) }) : stops;
}

/** Parses the close of a position or of a part of it. */
export function readClose(input: InputOf<typeof forexCalls.close>, terms: PriceTerms): Answer<CloseDraft> {
  const worst = readPrice(input.worst_price, 'worst_price', terms);
  if (!worst.ok) return worst;
  // An empty or zero volume is a mistake. Only an absent one closes the whole position.
  const lots = input.cont === undefined ? undefined : parseLots(input.cont);
  if (input.cont !== undefined && (lots === undefined || lots <= 0n)) return refuse('lots_invalid', { field: 'cont' });
  return done({ type: 'closePosition', order: input.id, worst: worst.data, lots });
}

/** Parses a close of several positions. Without a choice it would close everything by mistake. */
export function readCloseAll({ scope, forex_id }: InputOf<typeof forexCalls.closeAll>): Answer<CloseAllDraft> {
  if (scope === undefined && forex_id === undefined) return refuse('bad_request', { field: 'scope' });
  return done({ type: 'closeAll', scope: scope ?? 'all', instrument: forex_id });
}

type SubmitInput = InputOf<typeof forexCalls.submit>;

/** Fields that only a pending order has. */
const CONDITIONS = ['expires_at', 'limit_price', 'oco_price'] as const;

/** Parses expiry, limit of a stop-limit order and linked order. An order at the market has none of them. */
function readConditions(
  input: SubmitInput,
  terms: PriceTerms,
): Answer<Pick<PlaceOrder, 'expiresAt' | 'endsWithDay' | 'limitPrice' | 'oco'>> {
  const field = input.status === '1' ? CONDITIONS.find((name) => input[name] !== undefined) : undefined;
  if (field !== undefined) return refuse('bad_request', { field });
  const limit = readLimit(input, terms);
  if (!limit.ok) return limit;
  const oco = readLinked(input, terms);
  if (!oco.ok) return oco;
  return done({ ...readExpiry(input.expires_at), limitPrice: limit.data, oco: oco.data });
}

/** The limit belongs to the kind stop_limit, and the kind needs it. */
function readLimit(
  { kind, limit_price: text }: Pick<SubmitInput, 'kind' | 'limit_price'>,
  terms: PriceTerms,
): Answer<Price | undefined> {
  if (kind !== 'stop_limit' && text !== undefined) return refuse('bad_request', { field: 'limit_price' });
  const limit = readPrice(text, 'limit_price', terms);
  if (!limit.ok || kind !== 'stop_limit' || limit.data !== undefined) return limit;
  return refuse('price_required', { field: 'limit_price' });
}

/** The second order of a linked pair. Its other fields mean nothing without its price. */
function readLinked(input: SubmitInput, terms: PriceTerms): Answer<PlaceOrder['oco']> {
  const target = readPrice(input.oco_price, 'oco_price', terms);
  if (!target.ok) return target;
  if (target.data === undefined) {
    const fields = ['oco_type', 'oco_kind', 'oco_stop_loss_price', 'oco_target_profit_price'] as const;
    const stray = fields.find((name) => input[name] !== undefined);
    return stray === undefined ? done(undefined) : refuse('bad_request', { field: stray });
  }
  const type = input.oco_type ?? input.type;
  if (type !== 1 && type !== 2) return refuse('bad_request', { field: 'oco_type' });
  const stopLoss = readPrice(input.oco_stop_loss_price, 'oco_stop_loss_price', terms);
  if (!stopLoss.ok) return stopLoss;
  const takeProfit = readPrice(input.oco_target_profit_price, 'oco_target_profit_price', terms);
  if (!takeProfit.ok) return takeProfit;
  return done({
    side: type === 1 ? 'buy' : 'sell',
    target: target.data,
    ...(input.oco_kind !== undefined && { kind: input.oco_kind }),
    ...(stopLoss.data !== undefined && { stopLoss: stopLoss.data }),
    ...(takeProfit.data !== undefined && { takeProfit: takeProfit.data }),
  });
}

type Expiry = Pick<PlaceOrder, 'expiresAt' | 'endsWithDay'>;

/** The expiry of a new order: a moment, or the end of the trading day. 0 is good till cancelled. */
function readExpiry(given: number | 'day' | undefined): Expiry {
  if (given === 'day') return { endsWithDay: true };
  return given === undefined || given === 0 ? {} : { expiresAt: given };
}

/** The new expiry of an order. 0 takes it away; absent, it stays. */
function readAmendedExpiry(given: number | 'day' | undefined): Expiry {
  return given === 0 ? { expiresAt: 0 } : readExpiry(given);
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
function keptLevel(input: StopFields): Pick<AmendOrder, 'keep'> {
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
export function readPrice(text: string | undefined, field: string, terms: PriceTerms): Answer<Price | undefined> {
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
