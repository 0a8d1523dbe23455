import { conversionOf, levelPreview, marketOfOrder, previewStops } from '@fairlot/client';
import type { LevelPreview, Order, PreviewMarket } from '@fairlot/client';
import { closingPrice, parsePrice } from '@fairlot/domain';
import type { Price, Side } from '@fairlot/domain';
import { limitKept } from './conditions.ts';
import { LEVEL_NAMES, levelText } from './levels.ts';
import type { LevelName, Levels } from './levels.ts';
import type { LevelMeasure } from './measure.ts';
import { levelProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Preview of new levels of an order, with the problem that would refuse them. */
export interface JudgedStops {
  readonly side: Side;
  /** Price that the levels are checked against: the closing price of a position, the target of a pending order. */
  readonly reference: Price | undefined;
  readonly problem: Problem | undefined;
  readonly meanings: Readonly<Record<LevelName, LevelPreview | undefined>>;
  readonly measure: LevelMeasure;
}

/**
 * Checks levels by the engine's rules: against the last known quote, even if the market is closed or the quote is
 * stale, and only those that changed.
 */
export function judgeStops(
  order: Order,
  levels: Levels,
  shown: PreviewMarket,
  changed: readonly LevelName[] = LEVEL_NAMES,
): JudgedStops {
  const { side, target, markup } = order;
  const market = marketOfOrder(shown, markup);
  const pending = order.status === 'pending';
  const reference = pending ? target : market.quote === undefined ? undefined : closingPrice(market.quote, side);
  const limit = pending ? limitKept(order, 'stop') : undefined;
  const open = pending ? target : order.openPrice;
  const meanings = { stopLoss: meaning('stopLoss'), takeProfit: meaning('takeProfit') };
  const measure = { side, open, volume: order.lots, instrument: market.instrument, conversion: conversionOf(market) };
  return { side, reference, problem: problem(), meanings, measure };

  function meaning(name: LevelName): LevelPreview | undefined {
    const at = parsePrice(levelText(levels[name]) ?? '', market.instrument);
    const conversion = conversionOf(market);
    if (at === undefined || open === undefined || conversion === undefined) return undefined;
    return levelPreview(market.instrument, side, order.lots, open, at, conversion);
  }

  function problem(): Problem | undefined {
    if (reference === undefined || market.quote === undefined) return { key: 'market_data_missing' };
    const [stopLoss, takeProfit] = (['stopLoss', 'takeProfit'] as const).map((name) =>
      changed.includes(name) ? levelText(levels[name]) : undefined,
    );
    const given = { stopLoss, takeProfit };
    const verdict = previewStops(market.instrument, side, [reference, limit], given, market.quote);
    if (verdict.reason === 'price_out_of_range') return { key: verdict.reason };
    return levelProblem(verdict, side, levels, market.instrument);
  }
}
