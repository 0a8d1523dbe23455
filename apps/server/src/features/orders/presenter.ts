import type { OutputOf, forexCalls } from '@fairlot/contract';
import {
  NO_MARKUP,
  type OrderStatus,
  type Price,
  type PriceTerms,
  type Quote,
  ZERO,
  closingPrice,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  markedUp,
} from '@fairlot/domain';
import type { StopOutExplanation } from '@fairlot/engine';
import type { ListedInstrument, MarketData } from '../../market/port.ts';
import type { OrderView } from './order-view.ts';
import { type Valuation, valuePosition } from './valuation.ts';

type WireOrder = OutputOf<typeof forexCalls.submit>['order'];

const STATUS: Readonly<Record<OrderStatus, number>> = { pending: 0, open: 1, cancelled: 2, closed: 3 };

/** Converts an order to its wire format. `live` is the engine's current valuation if the caller has it already. */
export function presentOrder(view: OrderView, market: MarketData, live?: Valuation): WireOrder {
  const instrument = market.instrument(view.instrument);
  if (instrument === undefined) throw new Error(`order ${view.id} has the unknown instrument ${view.instrument}`);
  const valuation = worthOf(view, instrument, market, live);
  const { bid, ask } = view.markup ?? NO_MARKUP;
  return {
    Id: view.id,
    ForexTradeLists: presentInstrument(instrument),
    OrderType: view.side === 'buy' ? 1 : 2,
    Kind: view.kind,
    Quantity: formatLots(view.lots),
    Multiple: view.leverage,
    OriginPrice: priceText(view.target, instrument),
    Price: priceText(view.price, instrument),
    UpdatePrice: priceText(valuation?.price, instrument),
    FactProfits: formatMoney(valuation?.profit ?? ZERO),
    CautionMoney: formatMoney(view.margin),
    TradeFee: formatMoney(view.fee),
    Swap: formatMoney(view.swap),
    TargetLossPrice: priceText(view.stopLoss, instrument),
    TargetProfitPrice: priceText(view.takeProfit, instrument),
    Status: STATUS[view.status],
    CreateTimeHandler: timeText(view.createdAt),
    OpenTimeHandler: view.openedAt === undefined ? null : timeText(view.openedAt),
    CompleteTimeHandler: view.endedAt === undefined ? null : timeText(view.endedAt),
    EndReason: view.endReason ?? null,
    OpenQuote: presentQuote(view.openQuote, instrument),
    CloseQuote: presentQuote(view.closeQuote, instrument),
    Explanation: presentExplanation(view.explanation),
    Markup: { Bid: formatPrice(bid, instrument), Ask: formatPrice(ask, instrument) },
  };
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

function priceText(price: Price | undefined, terms: PriceTerms): string {
  return price === undefined ? '0' : formatPrice(price, terms);
}

function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
