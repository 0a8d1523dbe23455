import { previewAmendment } from '@fairlot/client';
import type { OrderPreview, OrderRecord, PreviewMarket } from '@fairlot/client';
import { parseLots, parseMoney, parsePrice, plus } from '@fairlot/domain';
import type { Price, Side } from '@fairlot/domain';
import { figure, levelText } from './levels.ts';
import type { Levels } from './levels.ts';
import { levelProblem, marketProblem, targetProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** What a pending order would do at another price, and why it would be refused there. */
export interface JudgedAmendment {
  readonly side: Side;
  /** What the levels must lie around. */
  readonly reference: Price | undefined;
  readonly preview: OrderPreview;
  readonly problem: Problem | undefined;
}

/** Judges a new price of a pending order, with its levels, by the rules of the engine. */
export function judgeAmendment(
  order: OrderRecord,
  target: string,
  levels: Levels,
  market: PreviewMarket,
): JudgedAmendment {
  const side: Side = order.OrderType === 1 ? 'buy' : 'sell';
  const [lots, margin, fee] = [parseLots(order.Quantity), parseMoney(order.CautionMoney), parseMoney(order.TradeFee)];
  if (lots === undefined || margin === undefined || fee === undefined)
    throw new RangeError(`order ${order.Id} has figures that are none`);
  const change = {
    target: figure(target),
    stopLoss: levelText(levels.stopLoss),
    takeProfit: levelText(levels.takeProfit),
  };
  const preview = previewAmendment(
    { side, lots, leverage: order.Multiple, reserved: plus(margin, fee) },
    change,
    market,
  );
  const { reason } = preview;
  const terms = market.instrument;
  return {
    side,
    preview,
    reference: parsePrice(change.target),
    problem:
      reason === undefined
        ? undefined
        : (levelProblem(preview, side, levels, terms) ??
          targetProblem(reason, terms) ??
          marketProblem(reason, preview)),
  };
}
