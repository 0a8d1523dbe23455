import {
  closingPrice,
  isFarFromMarket,
  isOnPriceGrid,
  lotsRefusal,
  openingPrice,
  placementOf,
  wrongSide,
} from '@fairlot/domain';
import type { Instrument, Money, Placement, Price, Protection, Quote, Side } from '@fairlot/domain';
import { readLevel } from './order-draft.ts';
import type { OrderDraft, ReadDraft } from './order-draft.ts';
import { marketQuote } from './markup.ts';
import type { Reason } from '@fairlot/contract';
import type { PreviewMarket, OrderPreview } from './preview-types.ts';
import { conversionOf } from './conversion.ts';

/** Checks the typed values, then makes the engine's checks in the engine's order. */
export function verdict(
  draft: OrderDraft,
  market: PreviewMarket,
  read: ReadDraft,
  shortfall: Money | undefined,
): Pick<OrderPreview, 'reason' | 'nearest' | 'market'> {
  const { instrument, quote } = market;
  if (read.reason !== undefined) return { reason: read.reason };
  if (read.lots === undefined) return { reason: 'lots_invalid' };
  const { stopLoss, takeProfit } = read.protection;
  const terms =
    lotsRefusal(instrument, read.lots) ??
    leverageRefusal(instrument, draft.leverage) ??
    priceRefusal(instrument, quote && marketQuote(quote, instrument.markup), [
      read.target,
      read.limitPrice,
      stopLoss,
      takeProfit,
    ]) ??
    dealingRefusal(market);
  if (terms !== undefined || quote === undefined) return { reason: terms };
  const placed = placement(draft, read, quote);
  if (placed === 'passed') return { reason: 'stop_passed', market: openingPrice(quote, draft.side) };
  const reference = placed === 'now' || read.target === undefined ? closingPrice(quote, draft.side) : read.target;
  const stops = protectionVerdict(instrument, draft.side, [reference, read.limitPrice], read.protection);
  if (stops.reason !== undefined) return stops;
  return { reason: shortfall === undefined ? undefined : 'insufficient_margin' };
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

/** Checks levels from each price at which the order may fill, in the engine's order. */
function protectionVerdict(
  instrument: Instrument,
  side: Side,
  references: readonly (Price | undefined)[],
  protection: Protection,
): Pick<OrderPreview, 'reason' | 'nearest'> {
  const wrong = references
    .map((reference) => reference && wrongSide(instrument, side, reference, protection))
    .find((found) => found !== undefined);
  if (wrong === undefined) return { reason: undefined };
  return {
    reason: wrong.level === 'stopLoss' ? 'stop_loss_wrong_side' : 'take_profit_wrong_side',
    nearest: wrong.nearest,
  };
}

/**
 * The engine's placement of a draft. Undefined while a target is wanted and missing. A stop-limit order never fills at
 * once, because its stop was not reached.
 */
export function placement(
  { side, kind, target: typed, limitPrice }: OrderDraft,
  { target }: ReadDraft,
  quote: Quote,
): Placement | undefined {
  if (target !== undefined) {
    const placed = placementOf(kind, side, target, quote);
    return placed === 'now' && limitPrice !== undefined ? 'passed' : placed;
  }
  return typed === undefined ? 'now' : undefined;
}

/**
 * The reason to refuse stops, or undefined. `references`: the closing price for an open position; for a pending order
 * its target, and its limit if it waits as a stop-limit order. With `quote`, levels far from the market are refused too.
 */
export function previewStops(
  instrument: Instrument,
  side: Side,
  references: readonly (Price | undefined)[],
  levels: { readonly stopLoss?: string | undefined; readonly takeProfit?: string | undefined },
  quote?: Quote,
): { readonly reason: Reason | undefined; readonly nearest?: Price | undefined } {
  const stopLoss = readLevel(levels.stopLoss, instrument);
  const takeProfit = readLevel(levels.takeProfit, instrument);
  if (stopLoss === 'invalid' || takeProfit === 'invalid') return { reason: 'price_invalid' };
  const priced = priceRefusal(instrument, quote, [stopLoss, takeProfit]);
  return priced === undefined
    ? protectionVerdict(instrument, side, references, { stopLoss, takeProfit })
    : { reason: priced };
}
