import {
  absolute,
  closingPrice,
  commission,
  countedHolding,
  freeMargin,
  margin,
  marginToOpen,
  minus,
  negate,
  openingFee,
  openingPrice,
  larger,
  plus,
  pow10,
  pricePoint,
  priceScaleOf,
  profit,
  reservePrice,
  roundTripCost,
  sidesWith,
  swapCharge,
} from '@fairlot/domain';
import type {
  Conversion,
  DealingProblem,
  Instrument,
  LeverageTier,
  Lots,
  MarginPosition,
  Markup,
  Money,
  OrderKind,
  Placement,
  Price,
  PriceTerms,
  Side,
} from '@fairlot/domain';
import { readDraft } from './order-draft.ts';
import type { OrderDraft, ReadDraft } from './order-draft.ts';
import { marketQuote, quoteOfOrder } from './markup.ts';
import type { PreviewMarket, LevelPreview, OrderPreview } from './preview-types.ts';
import { placement, verdict } from './order-verdict.ts';
import { conversionOf } from './conversion.ts';

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
  const at = price && reservedAt(price, draft, read);
  const bound =
    read.lots !== undefined &&
    at !== undefined &&
    conversion !== undefined &&
    draft.leverage !== undefined &&
    draft.leverage > 0
      ? margin(instrument, read.lots, at, draft.leverage, conversion)
      : undefined;
  const fee =
    read.lots === undefined || bound === undefined || at === undefined || conversion === undefined
      ? undefined
      : instrument.commission === undefined
        ? openingFee(instrument.feeMode, instrument, read.lots, bound)
        : commission(instrument.commission, instrument, read.lots, at, bound, conversion);
  const position = bound === undefined || read.lots === undefined ? undefined : positionOf(draft, read.lots, bound);
  const needed = position && neededFor(market, position, placed === 'now');
  const left = (used: Money | undefined): Money | undefined =>
    market.standing === undefined || used === undefined || fee === undefined
      ? undefined
      : minus(freeMargin(market.standing), plus(used, fee));
  const shortfall = shortfallOf(left(needed));
  const level = (stop: Price | undefined): LevelPreview | undefined =>
    stop === undefined || price === undefined || read.lots === undefined || conversion === undefined
      ? undefined
      : levelPreview(instrument, draft.side, read.lots, price, stop, conversion);
  return {
    ...verdict(draft, market, read, shortfall),
    kind: kindOf(placed),
    price,
    margin: bound,
    neededMargin: needed,
    fee,
    ...costsOf(draft.side, market, read.lots, conversion, fee),
    nextTier: position && nextTierOf(market, position),
    shortfall,
    freeMarginAfter: left(placed === 'now' ? needed : bound),
    stopLoss: level(read.protection.stopLoss),
    takeProfit: level(read.protection.takeProfit),
  };
}

/** The price of margin and fee; undefined while the limit is no price. */
function reservedAt(target: Price, { limitPrice: typed }: OrderDraft, { limitPrice }: ReadDraft): Price | undefined {
  return typed !== undefined && limitPrice === undefined ? undefined : reservePrice(target, limitPrice);
}

/** The spread of an order that waits is the present one, and so is its conversion. */
function costsOf(
  side: Side,
  { instrument, quote }: PreviewMarket,
  lots: Lots | undefined,
  conversion: Conversion | undefined,
  fee: Money | undefined,
): Pick<OrderPreview, 'cost' | 'nightly'> {
  if (lots === undefined || quote === undefined || conversion === undefined)
    return { cost: undefined, nightly: undefined };
  const quotes = { shown: quote, market: marketQuote(quote, instrument.markup) };
  return {
    cost: fee === undefined ? undefined : roundTripCost(instrument, lots, quotes, conversion, fee),
    nightly: swapCharge(instrument, side, lots, closingPrice(quote, side), conversion, 1),
  };
}

function positionOf({ side, leverage = 1 }: OrderDraft, volume: Lots, bound: Money): MarginPosition {
  return { side, lots: volume, margin: bound, leverage };
}

function shortfallOf(left: Money | undefined): Money | undefined {
  return left !== undefined && left < 0n ? negate(left) : undefined;
}

function nextTierOf({ margins }: PreviewMarket, position: MarginPosition): LeverageTier | undefined {
  if (margins === undefined) return undefined;
  const { exposure } = countedHolding(margins.hedged, sidesWith(margins.held, position));
  return margins.tiers.find(({ from }) => from > exposure);
}

/** The margin that must be free. An order that waits reserves its own margin at least. */
function neededFor({ margins }: PreviewMarket, position: MarginPosition, fillsNow: boolean): Money {
  if (margins === undefined) return position.margin;
  const needed = marginToOpen(margins, margins.held, position);
  return fillsNow ? needed : larger(needed, position.margin);
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

/** A distance in pips and tenths of a pip: a pip is ten points if prices have an odd number of decimals. */
export function pipsText(points: bigint, precision: number): string {
  return precision % 2 === 1 ? `${points / 10n}.${points % 10n}` : points.toString();
}

/** Converts a price to a float, for drawing only. */
export function priceNumber(price: Price, terms: PriceTerms): number {
  return Number(price) / Number(pow10(priceScaleOf(terms)));
}
