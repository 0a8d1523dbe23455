import {
  DOLLAR,
  absolute,
  closingPrice,
  commission,
  conversionFrom,
  freeMargin,
  isFarFromMarket,
  isOnPriceGrid,
  lotsRefusal,
  margin,
  marginToOpen,
  minus,
  openingFee,
  openingPrice,
  placementOf,
  plus,
  pow10,
  pricePoint,
  priceScaleOf,
  profit,
  wrongSide,
} from '@fairlot/domain';
import type {
  Conversion,
  DealingProblem,
  Commission,
  FeeMode,
  Holding,
  Instrument,
  LeverageTier,
  Lots,
  Markup,
  Money,
  OrderKind,
  Placement,
  Price,
  PriceTerms,
  Protection,
  Quote,
  Side,
  Standing,
} from '@fairlot/domain';
import type { Reason } from '@fairlot/contract';
import { readDraft, readLevel } from './order-draft.ts';
import type { OrderDraft, ReadDraft } from './order-draft.ts';
import { marketQuote, quoteOfOrder } from './markup.ts';
import type { DoubtReason } from '../model/instrument.ts';

/** Terms of an instrument with the meaning of its fee rate. */
export interface PreviewInstrument extends Instrument {
  readonly feeMode: FeeMode;
  /** The fee where it has another mode. */
  readonly commission?: Commission | undefined;
  /** The distance of the account's prices from the market's; undefined for none. */
  readonly markup?: Markup | undefined;
}

/** The market data against which a draft is validated. */
export interface PreviewMarket {
  readonly instrument: PreviewInstrument;
  /** The reason why the instrument can't be dealt on now (dealingOf). */
  readonly dealing: DealingProblem | undefined;
  /** True while no new position may open in the instrument. */
  readonly closeOnly?: boolean | undefined;
  /** As the account sees it; undefined before the first quote. */
  readonly quote: Quote | undefined;
  /** The market's quote that converts the quote currency to dollars, if one is needed. */
  readonly conversionQuote: Quote | undefined;
  /** The reason why a newer price of either is in doubt, for the words of the page. */
  readonly doubt?: DoubtReason | undefined;
  /** undefined for a visitor, who has no free margin. */
  readonly standing: Standing | undefined;
  /** The tiers of leverage of the account's group in the instrument, and what it holds there; undefined for none. */
  readonly tiered?: { readonly tiers: readonly LeverageTier[]; readonly held: Holding } | undefined;
}

/** The effect of a stop-loss or take-profit. */
export interface LevelPreview {
  readonly price: Price;
  /** Distance from the opening price in points (the smallest price step), never negative. */
  readonly points: bigint;
  /** Result of the position if it closes at this price, before fee and swap, at the current conversion. */
  readonly result: Money;
}

/** The effect of an order. Absent figures cannot be computed from the draft yet. */
export interface OrderPreview {
  /** The engine's reason to refuse the order now; undefined if it would accept it. */
  readonly reason: Reason | undefined;
  /** The nearest allowed price, with stop_loss_wrong_side and take_profit_wrong_side. */
  readonly nearest?: Price | undefined;
  /** The market's price, with stop_passed. */
  readonly market?: Price | undefined;
  /** `market`: it fills at once. */
  readonly kind: OrderKind | undefined;
  /** The price it opens at: the market's side if it fills at once, otherwise the target. */
  readonly price: Price | undefined;
  readonly margin: Money | undefined;
  /** The order's share of the free margin besides its fee: more than its margin where tiers of leverage ask it. */
  readonly neededMargin: Money | undefined;
  readonly fee: Money | undefined;
  /** Free margin after the order. */
  readonly freeMarginAfter: Money | undefined;
  readonly stopLoss: LevelPreview | undefined;
  readonly takeProfit: LevelPreview | undefined;
}

/**
 * The reason why an instrument can't be dealt on, from its own problem and that of the instrument that converts it to
 * dollars, if there is one. A closed one converts at the last quote of its session.
 */
export function dealingOf(
  own: DealingProblem | undefined,
  conversion: DealingProblem | undefined,
): DealingProblem | undefined {
  return own ?? (conversion === 'market_closed' ? undefined : conversion);
}

/** The market as an order sees it that keeps the markup of its placing. */
export function marketOfOrder(market: PreviewMarket, markup: Markup | undefined): PreviewMarket {
  const { instrument, quote } = market;
  return {
    ...market,
    instrument: { ...instrument, markup },
    quote: quote && quoteOfOrder(instrument, quote, instrument.markup, markup),
  };
}

/**
 * Validates and computes a draft with the engine's functions, on the displayed prices. The engine's answer may differ,
 * because the quote can move before the order arrives.
 */
export function previewOrder(draft: OrderDraft, market: PreviewMarket): OrderPreview {
  const { instrument, quote } = market;
  const read = readDraft(draft, instrument);
  const conversion = conversionOf(market);
  const placed = quote === undefined ? undefined : placement(draft, read, quote);
  const now = quote === undefined ? undefined : openingPrice(quote, draft.side);
  const price = placed === 'now' ? now : read.target;
  const bound =
    read.lots !== undefined &&
    price !== undefined &&
    conversion !== undefined &&
    draft.leverage !== undefined &&
    draft.leverage > 0
      ? margin(instrument, read.lots, price, draft.leverage, conversion)
      : undefined;
  const fee =
    read.lots === undefined || bound === undefined || price === undefined || conversion === undefined
      ? undefined
      : instrument.commission === undefined
        ? openingFee(instrument.feeMode, instrument, read.lots, bound)
        : commission(instrument.commission, instrument, read.lots, price, bound, conversion);
  const needed = bound === undefined ? undefined : neededFor(market, bound, draft.leverage);
  const free =
    market.standing === undefined || needed === undefined || fee === undefined
      ? undefined
      : minus(freeMargin(market.standing), plus(needed, fee));
  const level = (at: Price | undefined): LevelPreview | undefined =>
    at === undefined || price === undefined || read.lots === undefined || conversion === undefined
      ? undefined
      : levelPreview(instrument, draft.side, read.lots, price, at, conversion);
  return {
    ...verdict(draft, market, read, free),
    kind: kindOf(placed),
    price,
    margin: bound,
    neededMargin: needed,
    fee,
    freeMarginAfter: free,
    stopLoss: level(read.protection.stopLoss),
    takeProfit: level(read.protection.takeProfit),
  };
}

function neededFor({ tiered }: PreviewMarket, bound: Money, leverage = 1): Money {
  return tiered === undefined ? bound : marginToOpen(tiered.tiers, tiered.held, bound, leverage);
}

/** The engine's placement of a draft. Undefined while a target is wanted and missing. */
function placement(
  { side, kind, target: typed }: OrderDraft,
  { target }: ReadDraft,
  quote: Quote,
): Placement | undefined {
  if (target !== undefined) return placementOf(kind, side, target, quote);
  return typed === undefined ? 'now' : undefined;
}

function kindOf(placed: Placement | undefined): OrderKind | undefined {
  if (placed === 'now') return 'market';
  return placed === 'passed' ? 'stop' : placed;
}

/** Computes the effect of a level on a position that opens, or opened, at a price. */
export function levelPreview(
  instrument: Instrument,
  side: Side,
  volume: Lots,
  open: Price,
  at: Price,
  conversion: Conversion,
): LevelPreview {
  return {
    price: at,
    points: absolute(at - open) / pricePoint(instrument),
    result: profit(instrument, side, volume, open, at, conversion),
  };
}

/**
 * The reason to refuse stops, or undefined. `reference` is the closing price for an open position and the target for a
 * pending order; with `quote`, levels far from the market are refused too.
 */
export function previewStops(
  instrument: Instrument,
  side: Side,
  reference: Price,
  levels: { readonly stopLoss?: string | undefined; readonly takeProfit?: string | undefined },
  quote?: Quote,
): { readonly reason: Reason | undefined; readonly nearest?: Price | undefined } {
  const stopLoss = readLevel(levels.stopLoss, instrument);
  const takeProfit = readLevel(levels.takeProfit, instrument);
  if (stopLoss === 'invalid' || takeProfit === 'invalid') return { reason: 'price_invalid' };
  const priced = priceRefusal(instrument, quote, [stopLoss, takeProfit]);
  return priced === undefined
    ? protectionVerdict(instrument, side, reference, { stopLoss, takeProfit })
    : { reason: priced };
}

/**
 * Dollars per unit of the quote currency, computed from the displayed quotes; undefined if the conversion's quote is
 * missing.
 */
export function conversionOf(
  market: Pick<PreviewMarket, 'instrument' | 'quote' | 'conversionQuote'>,
): Conversion | undefined {
  const leg = market.instrument.conversion;
  if (leg === null) return DOLLAR;
  const { instrument, quote: shown, conversionQuote } = market;
  const isOwn = leg.instrument === instrument.id;
  const quote = isOwn ? shown && marketQuote(shown, instrument.markup) : conversionQuote;
  return quote === undefined ? undefined : conversionFrom(leg, quote);
}

/** A distance in pips and tenths of a pip: a pip is ten points if prices have an odd number of decimals. */
export function pipsText(points: bigint, precision: number): string {
  return precision % 2 === 1 ? `${points / 10n}.${points % 10n}` : points.toString();
}

/** Checks the typed values, then makes the engine's checks in the engine's order. */
function verdict(
  draft: OrderDraft,
  market: PreviewMarket,
  read: ReadDraft,
  freeAfter: Money | undefined,
): Pick<OrderPreview, 'reason' | 'nearest' | 'market'> {
  const { instrument, quote } = market;
  if (read.reason !== undefined) return { reason: read.reason };
  if (read.lots === undefined) return { reason: 'lots_invalid' };
  const { stopLoss, takeProfit } = read.protection;
  const terms =
    lotsRefusal(instrument, read.lots) ??
    leverageRefusal(instrument, draft.leverage) ??
    priceRefusal(instrument, quote && marketQuote(quote, instrument.markup), [read.target, stopLoss, takeProfit]) ??
    dealingRefusal(market);
  if (terms !== undefined || quote === undefined) return { reason: terms };
  const placed = placement(draft, read, quote);
  if (placed === 'passed') return { reason: 'stop_passed', market: openingPrice(quote, draft.side) };
  const reference = placed === 'now' || read.target === undefined ? closingPrice(quote, draft.side) : read.target;
  const stops = protectionVerdict(instrument, draft.side, reference, read.protection);
  if (stops.reason !== undefined) return stops;
  return { reason: freeAfter !== undefined && freeAfter < 0n ? 'insufficient_margin' : undefined };
}

function leverageRefusal({ leverages }: Instrument, leverage: number | undefined): Reason | undefined {
  if (leverages.length === 0) return 'leverage_not_configured';
  return leverage !== undefined && leverages.includes(leverage) ? undefined : 'leverage_not_listed';
}

function priceRefusal(
  instrument: Instrument,
  quote: Quote | undefined,
  prices: readonly (Price | undefined)[],
): Reason | undefined {
  const given = prices.filter((price) => price !== undefined);
  if (given.some((price) => !isOnPriceGrid(instrument, price))) return 'price_off_grid';
  if (quote !== undefined && given.some((price) => isFarFromMarket(price, quote))) return 'price_out_of_range';
  return undefined;
}

function dealingRefusal(market: PreviewMarket): Reason | undefined {
  if (market.quote === undefined || conversionOf(market) === undefined) return 'market_data_missing';
  return market.dealing ?? (market.closeOnly === true ? 'instrument_close_only' : undefined);
}

function protectionVerdict(
  instrument: Instrument,
  side: Side,
  reference: Price,
  protection: Protection,
): Pick<OrderPreview, 'reason' | 'nearest'> {
  const wrong = wrongSide(instrument, side, reference, protection);
  if (wrong === undefined) return { reason: undefined };
  return {
    reason: wrong.level === 'stopLoss' ? 'stop_loss_wrong_side' : 'take_profit_wrong_side',
    nearest: wrong.nearest,
  };
}

/** Converts a price to a float, for drawing only. */
export function priceNumber(price: Price, terms: PriceTerms): number {
  return Number(price) / Number(pow10(priceScaleOf(terms)));
}
