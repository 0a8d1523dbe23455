import { marketOfOrder, previewAmendment } from '@fairlot/client';
import type { OrderPreview, Order, PreviewMarket } from '@fairlot/client';
import { closingPrice, formatPrice, parsePrice, plus } from '@fairlot/domain';
import type { PendingKind, Price, Side } from '@fairlot/domain';
import { limitKept } from './conditions.ts';
import { figure, levelText } from './levels.ts';
import type { Levels } from './levels.ts';
import { levelProblem, marketProblem, targetProblem } from './problem.ts';
import type { Problem } from './problem.ts';

/** Preview of a pending order at another price, with the problem that would refuse it. */
export interface JudgedAmendment {
  readonly side: Side;
  /** Price that the levels are checked against. */
  readonly reference: Price | undefined;
  readonly preview: OrderPreview;
  readonly problem: Problem | undefined;
}

/** Checks a new price of a pending order, with its kind there and its levels, by the engine's rules. */
export function judgeAmendment(
  order: Order,
  { target, kind }: { readonly target: string; readonly kind: PendingKind | undefined },
  levels: Levels,
  shown: PreviewMarket,
): JudgedAmendment {
  const { side, lots, leverage, margin, fee, markup } = order;
  const market = marketOfOrder(shown, markup);
  const limit = limitKept(order, kind);
  const change = {
    target: figure(target),
    kind,
    limitPrice: limit === undefined ? undefined : formatPrice(limit, shown.instrument),
    stopLoss: levelText(levels.stopLoss),
    takeProfit: levelText(levels.takeProfit),
  };
  const preview = previewAmendment({ side, lots, leverage, reserved: plus(margin, fee) }, change, market);
  const { reason } = preview;
  const { instrument: terms, quote } = market;
  const fillsNow = preview.kind === 'market' && quote !== undefined;
  return {
    side,
    preview,
    reference: fillsNow ? closingPrice(quote, side) : parsePrice(change.target, terms),
    problem:
      reason === undefined
        ? undefined
        : (levelProblem(preview, side, levels, terms) ??
          targetProblem(preview, change.target, terms) ??
          marketProblem(reason, preview, market.doubt)),
  };
}
