import { conversionOf, levelPreview, previewStops } from '@fairlot/client';
import type { LevelPreview, OrderRecord, PreviewMarket } from '@fairlot/client';
import { closingPrice, parseLots, parsePrice } from '@fairlot/domain';
import type { Price, Side } from '@fairlot/domain';
import { LEVEL_NAMES, levelText } from './levels.ts';
import type { LevelName, Levels } from './levels.ts';
import { levelProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** What new stops of an order would mean, and why they would be refused. */
export interface JudgedStops {
  readonly side: Side;
  /** What the levels must lie around: the closing price of a position, the target of a pending order. */
  readonly reference: Price | undefined;
  readonly problem: Problem | undefined;
  readonly meanings: Readonly<Record<LevelName, LevelPreview | undefined>>;
}

/**
 * Judges stops by the rules of the engine: against the last known quote, also while the market is closed or its price is old,
 * and those alone that are changed.
 */
export function judgeStops(
  order: OrderRecord,
  levels: Levels,
  market: PreviewMarket,
  changed: readonly LevelName[] = LEVEL_NAMES,
): JudgedStops {
  const side: Side = order.OrderType === 1 ? 'buy' : 'sell';
  const pending = order.Status === 0;
  const target = parsePrice(order.OriginPrice);
  const reference = pending ? target : market.quote === undefined ? undefined : closingPrice(market.quote, side);
  const open = pending ? target : parsePrice(order.Price);
  const meanings = { stopLoss: meaning('stopLoss'), takeProfit: meaning('takeProfit') };
  return { side, reference, problem: problem(), meanings };

  function meaning(name: LevelName): LevelPreview | undefined {
    const at = parsePrice(levelText(levels[name]) ?? '');
    const conversion = conversionOf(market);
    const volume = parseLots(order.Quantity);
    if (at === undefined || open === undefined || conversion === undefined || volume === undefined) return undefined;
    return levelPreview(market.instrument, side, volume, open, at, conversion);
  }

  function problem(): Problem | undefined {
    if (reference === undefined || market.quote === undefined) return { key: 'market_data_missing' };
    const [stopLoss, takeProfit] = (['stopLoss', 'takeProfit'] as const).map((name) =>
      changed.includes(name) ? levelText(levels[name]) : undefined,
    );
    const given = { stopLoss, takeProfit };
    const verdict = previewStops(market.instrument, side, reference, given, market.quote);
    if (verdict.reason === 'price_out_of_range') return { key: verdict.reason };
    return levelProblem(verdict, side, levels, market.instrument);
  }
}
