import { conversionOf, marketAfter, previewOrder } from '@fairlot/client';
import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import { parseLots, parsePrice, plus } from '@fairlot/domain';
import type { Money, Price } from '@fairlot/domain';
import { NO_LEVELS, figure, levelText } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';
import { followed } from '../form/measure.ts';
import type { LevelMeasure } from '../form/measure.ts';
import { levelProblem, marginProblem } from '../form/problem.ts';
import type { Problem } from '../form/problem.ts';
import type { TicketDraft } from './draft.ts';
import { distanceProblem } from './resolve.ts';

/** The second order of a linked pair, with the figures that follow from what was typed. */
export interface LinkedLeg {
  /** Prices follow from distances. */
  readonly levels: Levels;
  /** Its target; undefined while it can't be read. */
  readonly reference: Price | undefined;
  readonly measure: LevelMeasure;
  readonly preview: OrderPreview;
  /** Problem of its levels, or of the money that both orders reserve. Its target is checked with the conditions. */
  readonly problem: Problem | undefined;
  /** Figures of both orders, because each reserves its own margin and fee. */
  readonly both: Pick<OrderPreview, 'margin' | 'fee' | 'freeMarginAfter'>;
}

/** Computes the second order of a ticket whose size is known; undefined without one. `first`: the first order’s preview. */
export function linkedLeg(draft: TicketDraft, first: OrderPreview, market: PreviewMarket): LinkedLeg | undefined {
  const { mode, side, leverage, conditions } = draft;
  if (mode !== 'pending' || conditions?.linked === undefined) return undefined;
  const { instrument } = market;
  const target = figure(conditions.linked);
  const reference = parsePrice(target, instrument);
  const lots = figure(draft.lots);
  const measure = { side, open: reference, volume: parseLots(lots), instrument, conversion: conversionOf(market) };
  const { stopLoss, takeProfit } = conditions.linkedLevels ?? NO_LEVELS;
  const levels = {
    stopLoss: followed(stopLoss, 'stopLoss', measure),
    takeProfit: followed(takeProfit, 'takeProfit', measure),
  };
  const preview = previewOrder(
    { side, lots, leverage, target, stopLoss: levelText(levels.stopLoss), takeProfit: levelText(levels.takeProfit) },
    marketAfter(first, market),
  );
  const both = sumOf(first, preview);
  const problem =
    distanceProblem(levels) ??
    (preview.reason === undefined ? undefined : levelProblem(preview, side, levels, instrument)) ??
    marginProblem(preview);
  return { levels, reference, measure, preview, problem, both };
}

function sumOf(first: OrderPreview, second: OrderPreview): LinkedLeg['both'] {
  const { freeMarginAfter } = second;
  return { margin: sum(first.margin, second.margin), fee: sum(first.fee, second.fee), freeMarginAfter };
}

function sum(one: Money | undefined, other: Money | undefined): Money | undefined {
  return one === undefined || other === undefined ? undefined : plus(one, other);
}
