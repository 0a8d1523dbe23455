import type { OutputOf, forexCalls, orderExplanationCalls } from '@fairlot/contract';
import {
  DOLLAR,
  NO_MARKUP,
  type OrderStatus,
  type PartialLevel,
  type Price,
  type PriceTerms,
  type Quote,
  ZERO,
  closingPrice,
  conversionFrom,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  markedUp,
  premiumFor,
  kindName,
} from '@fairlot/domain';
import type { StopOutExplanation, UsedGuarantee } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { failureMessage } from '../../http/answer-text.ts';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import { markupCostOf, storedLeg } from '../../trading/markup-cost.ts';
import { presentMarkup, presentTerms } from '../../trading/terms-presenter.ts';
import type { OrderView } from './order-view.ts';
import type { OrderWithTerms } from './queries.ts';
import type { ClosedOrders } from './service.ts';
import { type Valuation, valuePosition } from './valuation.ts';

type WireTerms = OutputOf<typeof orderExplanationCalls.orderTerms>;
type PartialLevelRecord = NonNullable<WireOrder['PartialLevels']>[number];
type WireOrder = OutputOf<typeof forexCalls.submit>['order'];

const STATUS: Readonly<Record<OrderStatus, number>> = { pending: 0, open: 1, cancelled: 2, closed: 3 };

/** Converts an order to its wire format. `live` is the engine's current valuation if the caller has it already. */
export function presentOrder(view: OrderView, market: MarketData, live?: Valuation): WireOrder {
  const instrument = market.instrument(view.instrument);
  if (instrument === undefined) throw new Error(`order ${view.id} has the unknown instrument ${view.instrument}`);
  const valuation = worthOf(view, instrument, market, live);
  return {
    Id: view.id,
    ForexTradeLists: presentInstrument(instrument),
    OrderType: view.side === 'buy' ? 1 : 2,
    Kind: kindName(view.kind, view.limitPrice),
    Quantity: formatLots(view.lots),
    Multiple: view.leverage,
    OriginPrice: priceText(view.target, instrument),
    LimitPrice: priceText(view.limitPrice, instrument),
    LinkedOrder: view.oco ?? null,
    ExpiresAt: view.expiresAt ?? null,
    Price: priceText(view.price, instrument),
    UpdatePrice: priceText(valuation?.price, instrument),
    FactProfits: formatMoney(valuation?.profit ?? ZERO),
    CautionMoney: formatMoney(view.margin),
    TradeFee: formatMoney(view.fee),
    Swap: formatMoney(view.swap),
    TargetLossPrice: priceText(view.stopLoss, instrument),
    TargetProfitPrice: priceText(view.takeProfit, instrument),
    TrailingDistance: priceText(view.trailing, instrument),
    Guaranteed: view.premium !== undefined,
    GuaranteePremium: priceText(view.premium, instrument),
    GuaranteeCost: premiumText(view, instrument, market),
    ...(view.levels !== undefined && { PartialLevels: view.levels.map((level) => presentLevel(level, instrument)) }),
    Status: STATUS[view.status],
    CreateTimeHandler: timeText(view.createdAt),
    OpenTimeHandler: view.openedAt === undefined ? null : timeText(view.openedAt),
    CompleteTimeHandler: view.endedAt === undefined ? null : timeText(view.endedAt),
    EndReason: view.endReason ?? null,
    OpenQuote: presentQuote(view.openQuote, instrument),
    CloseQuote: presentQuote(view.closeQuote, instrument),
    Explanation: presentExplanation(view.explanation),
    Guarantee: presentGuarantee(view.guarantee, instrument),
    Markup: presentMarkup(view.markup ?? NO_MARKUP, instrument),
    Terms: view.terms ?? null,
    Parent: view.parent ?? null,
  };
}

/** Converts the orders of a command for several positions to their wire format. */
export function presentClosed(
  { closed, left }: ClosedOrders,
  market: MarketData,
  language: LanguageCode,
): OutputOf<typeof forexCalls.closeAll> {
  return {
    closed: closed.map((order) => presentOrder(order, market)),
    left: left.map(({ order, reason }) => ({
      order: presentOrder(order, market),
      reason,
      msg: failureMessage(reason, language),
    })),
  };
}

/** Converts the terms of an order to their wire format, with the cost of its markup. */
export function presentOrderTerms({ view, conversionQuote, terms }: OrderWithTerms, market: MarketData): WireTerms {
  const instrument = market.instrument(view.instrument);
  if (instrument === undefined) throw new Error(`order ${view.id} has the unknown instrument ${view.instrument}`);
  const { side, lots, price: openPrice } = view;
  const closePrice = view.closePrice ?? worthOf(view, instrument, market, undefined)?.price;
  const leg = view.closePrice === undefined ? legQuote(instrument, market) : storedLeg(conversionQuote);
  const cost =
    openPrice === undefined || closePrice === undefined
      ? undefined
      : markupCostOf(instrument, { side, lots, openPrice, closePrice }, view.markup, leg);
  return {
    Version: view.terms ?? null,
    Terms: terms === undefined ? null : presentTerms(terms, instrument),
    MarkupCost: cost === undefined ? null : formatMoney(cost),
  };
}

function legQuote({ conversion }: ListedInstrument, market: MarketData): Quote | undefined {
  return conversion === null ? undefined : market.quote(conversion.instrument);
}

/** The price and result shown for an order: those of its close, the current ones, or only the current closing price. */
function worthOf(
  view: OrderView,
  instrument: ListedInstrument,
  market: MarketData,
  live: Valuation | undefined,
): Partial<Valuation> | undefined {
  if (view.closePrice !== undefined && view.profit !== undefined)
    return { price: view.closePrice, profit: view.profit };
  if (view.status === 'open') return live ?? valuePosition(view, market);
  const quote = market.quote(view.instrument);
  if (quote === undefined) return undefined;
  return { price: closingPrice(markedUp(instrument, quote, view.markup ?? NO_MARKUP), view.side) };
}

function presentLevel({ level, lots, price }: PartialLevel, terms: PriceTerms): PartialLevelRecord {
  return {
    Type: level === 'stopLoss' ? 'stop_loss' : 'take_profit',
    Quantity: formatLots(lots),
    Price: formatPrice(price, terms),
  };
}

function presentInstrument(instrument: ListedInstrument): WireOrder['ForexTradeLists'] {
  return {
    Id: instrument.id,
    Code: instrument.code,
    ShowCode: instrument.displayCode,
    Logo: instrument.logo,
    PricePrecision: instrument.pricePrecision,
    ForexContNum: String(instrument.unitsPerLot),
  };
}

function presentQuote(quote: Quote | undefined, terms: PriceTerms): WireOrder['OpenQuote'] {
  if (quote === undefined) return null;
  return {
    Seq: quote.seq,
    Time: quote.time,
    Bid: formatPrice(quote.bid, terms),
    Ask: formatPrice(quote.ask, terms),
    ...(quote.source !== undefined && { Source: quote.source }),
  };
}

function presentExplanation(explanation: StopOutExplanation | undefined): WireOrder['Explanation'] {
  if (explanation === undefined) return null;
  return {
    Equity: formatMoney(explanation.equity),
    UsedMargin: formatMoney(explanation.usedMargin),
    Ratio: formatRate(explanation.ratio, 2),
    StopOutPercent: explanation.stopOutPercent,
    Loss: formatMoney(explanation.loss),
  };
}

/** Dollars of the premium of a guaranteed stop at the present conversion; null for a plain stop and without its quote. */
export function premiumText(
  { premium, lots }: OrderView,
  instrument: ListedInstrument,
  market: MarketData,
): string | null {
  const leg = legQuote(instrument, market);
  if (premium === undefined || (instrument.conversion !== null && leg === undefined)) return null;
  const conversion =
    instrument.conversion === null || leg === undefined ? DOLLAR : conversionFrom(instrument.conversion, leg);
  return formatMoney(premiumFor(instrument, lots, premium, conversion));
}

function presentGuarantee(used: UsedGuarantee | undefined, terms: PriceTerms): WireOrder['Guarantee'] {
  if (used === undefined) return null;
  return {
    MarketPrice: formatPrice(used.marketPrice, terms),
    Gap: formatMoney(used.gap),
    Premium: formatMoney(used.premium),
  };
}

function priceText(price: Price | undefined, terms: PriceTerms): string {
  return price === undefined ? '0' : formatPrice(price, terms);
}

function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
