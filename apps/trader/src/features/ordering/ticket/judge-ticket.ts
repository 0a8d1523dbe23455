import { previewOrder } from '@fairlot/client';
import type { OrderPreview, PreviewMarket } from '@fairlot/client';
import type { PendingKind } from '@fairlot/domain';
import { conditionProblem } from '../form/conditions.ts';
import { guaranteeProblem } from '../form/guarantee.ts';
import { marketTime } from '../form/market-time.ts';
import { settled } from '../form/measure.ts';
import type { Problem } from '../form/problem.ts';
import { worstPrice } from '../form/worst-price.ts';
import { isGuaranteed, toOrderDraft, withSize } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { linkedLeg } from './linked-leg.ts';
import type { LinkedLeg } from './linked-leg.ts';
import { findProblem } from './problem.ts';
import { resolveTicket } from './resolve.ts';
import type { ResolvedTicket } from './resolve.ts';

/** A ticket with its preview and the first problem that blocks it. */
export interface JudgedTicket extends ResolvedTicket {
  readonly preview: OrderPreview;
  /** The second order of a linked pair; undefined without one. */
  readonly linked: LinkedLeg | undefined;
}

/** Resolves a ticket and checks it by the engine's rules. */
export function judgeTicket(typed: TicketDraft, kind: PendingKind | undefined, market: PreviewMarket): JudgedTicket {
  const resolved = resolveTicket(typed, kind, market);
  const preview = previewOrder(toOrderDraft(resolved.draft, kind), market);
  const linked = linkedLeg(resolved.draft, preview, market);
  const problem = resolved.problem ?? orderProblem(resolved.draft, preview, market, kind) ?? linked?.problem;
  return { ...resolved, draft: withLinked(resolved.draft, linked), preview, linked, problem };
}

/** The ticket with the prices of its second order’s levels. */
function withLinked(draft: TicketDraft, linked: LinkedLeg | undefined): TicketDraft {
  if (linked === undefined || draft.conditions === undefined) return draft;
  return { ...draft, conditions: { ...draft.conditions, linkedLevels: linked.levels } };
}

/** The problem of the order itself, its conditions included. */
function orderProblem(
  draft: TicketDraft,
  preview: OrderPreview,
  market: PreviewMarket,
  kind: PendingKind | undefined,
): Problem | undefined {
  const { mode, conditions } = draft;
  const { instrument, doubt } = market;
  const { guarantee } = instrument;
  const found = findProblem(draft, preview, instrument, doubt);
  if (found === undefined && isGuaranteed(draft, guarantee))
    return guaranteeProblem(draft, draft.side, guarantee, market);
  if (found !== undefined || mode !== 'pending' || conditions === undefined) return found;
  return conditionProblem(conditions, instrument, kind, marketTime());
}

/** Applies a change. A size by the stop takes no money at the stop, and a dragged level keeps its unit. */
export function changedDraft(
  now: TicketDraft,
  change: Partial<TicketDraft>,
  measures: ResolvedTicket['measures'],
): TicketDraft {
  const next = change.size === undefined ? { ...now, ...change } : withSize({ ...now, ...change }, change.size);
  return {
    ...next,
    stopLoss: settled(next.stopLoss, 'stopLoss', measures.stopLoss),
    takeProfit: settled(next.takeProfit, 'takeProfit', measures.takeProfit),
  };
}

/** The worst price that the ticket's market order accepts. */
export function worstOf({ side }: TicketDraft, { quote, instrument }: PreviewMarket): string | undefined {
  return quote === undefined ? undefined : worstPrice(quote, side, instrument);
}
