import { conversionOf, formatAmount, limitedFigure, previewOrder, sizeOrder } from '@fairlot/client';
import type { OrderPreview, PreviewMarket, SizeLimit } from '@fairlot/client';
import {
  asMoney,
  closingPrice,
  divide,
  equity,
  formatLots,
  formatMoney,
  freeMargin,
  parseLots,
  parseMoney,
  parsePrice,
  parseRate,
  rate,
  percentOf,
  smallestVolume,
} from '@fairlot/domain';
import type { Lots, Money, PendingKind, Price } from '@fairlot/domain';
import { LEVEL_NAMES, figure } from '../form/levels.ts';
import type { LevelName, Levels } from '../form/levels.ts';
import { followed } from '../form/measure.ts';
import type { LevelMeasure } from '../form/measure.ts';
import type { Problem } from '../form/problem.ts';
import { followedTrailing } from '../form/trailing.ts';
import { isSizedByStop, toOrderDraft } from './draft.ts';
import type { SizeBasis, SizeDraft, TicketDraft } from './draft.ts';

/** A ticket with the figures that follow from what was typed: lots from the size, prices from distances. */
export interface ResolvedTicket {
  readonly draft: TicketDraft;
  readonly measures: Readonly<Record<LevelName, LevelMeasure>>;
  /** Price that the levels are checked against, and that a trailing distance is measured from. */
  readonly reference: Price | undefined;
  /** The part of its limit that the size takes: the money at risk, or the margin. Undefined for a size in lots. */
  readonly taken: Money | undefined;
  /** Problem of the size or of a distance; undefined if there is none. */
  readonly problem: Problem | undefined;
}

const LIMITS: Readonly<Record<Exclude<SizeBasis, 'lots'>, SizeLimit>> = {
  money: 'risk',
  percent: 'risk',
  margin: 'margin',
};

/**
 * Computes lots and prices at the present quote. The stop comes first, because the size can follow from it; money at a
 * level and a trailing distance come last, because they need the size.
 */
export function resolveTicket(
  draft: TicketDraft,
  kind: PendingKind | undefined,
  market: PreviewMarket,
): ResolvedTicket {
  const { instrument } = market;
  const least = smallestVolume(instrument) ?? instrument.minLots;
  const opening = previewOrder(toOrderDraft({ ...draft, lots: formatLots(least) }, kind), market);
  const { price: open } = opening;
  const reference = referenceOf(draft, opening, market);
  const place = { side: draft.side, open, instrument, conversion: conversionOf(market) };
  const stopped = isSizedByStop(draft.size) ? withStop(draft, { ...place, volume: undefined }) : draft;
  const { lots, taken, problem } = sizeOf(stopped, kind, market, least);
  const measure = { ...place, volume: parseLots(figure(lots)) };
  const measures = {
    stopLoss: isSizedByStop(draft.size) ? { ...place, volume: undefined } : measure,
    takeProfit: measure,
  };
  const takeProfit = followed(stopped.takeProfit, 'takeProfit', measures.takeProfit);
  const { volume, conversion } = measure;
  const trailing = followedTrailing(draft.trailing, { terms: instrument, reference, lots: volume, conversion });
  const whole = { ...withStop(stopped, measures.stopLoss), takeProfit, trailing, lots };
  return { draft: whole, measures, reference, taken, problem: problem ?? distanceProblem(whole) };
}

/** Levels of an order that fills at once are measured from its closing price, those of a waiting one from its target. */
function referenceOf(draft: TicketDraft, { kind }: OrderPreview, market: PreviewMarket): Price | undefined {
  if (draft.mode === 'pending' && kind !== 'market') return parsePrice(figure(draft.target), market.instrument);
  return market.quote === undefined ? undefined : closingPrice(market.quote, draft.side);
}

function withStop(draft: TicketDraft, measure: LevelMeasure): TicketDraft {
  return { ...draft, stopLoss: followed(draft.stopLoss, 'stopLoss', measure) };
}

interface Size extends Pick<ResolvedTicket, 'taken' | 'problem'> {
  readonly lots: string;
}

/** The lots of a ticket. While the size is unknown they are the least, and a problem keeps them from being sent. */
function sizeOf(draft: TicketDraft, kind: PendingKind | undefined, market: PreviewMarket, least: Lots): Size {
  const { by } = draft.size;
  if (by === 'lots') return { lots: draft.lots, taken: undefined, problem: undefined };
  const unknown = { lots: formatLots(least), taken: undefined };
  const budget = budgetOf(draft.size, market);
  if (budget === undefined) return { ...unknown, problem: { key: 'size_missing', field: 'size' } };
  if (budget === 'account') return { ...unknown, problem: { key: 'account_unknown' } };
  if (isSizedByStop(draft.size) && !draft.stopLoss.on)
    return { ...unknown, problem: { key: 'size_needs_stop', field: 'size' } };
  const sized = sizeOrder(toOrderDraft(draft, kind), LIMITS[by], budget, market);
  // Without a readable stop, price or leverage the ticket has a problem of its own.
  if (sized === undefined) return { ...unknown, problem: undefined };
  if (sized.lots !== undefined) return { lots: formatLots(sized.lots), taken: sized.money, problem: undefined };
  const value = formatAmount(sized.money);
  return { ...unknown, problem: { key: 'size_too_small', value, field: 'size' } };
}

/** The amount that a size may take, in dollars; undefined for a text that is no amount above zero. */
function budgetOf({ by, text }: SizeDraft, { standing }: PreviewMarket): Money | 'account' | undefined {
  const typed = figure(text);
  if (by !== 'percent') {
    const amount = parseMoney(typed);
    return amount === undefined || amount <= 0n ? undefined : amount;
  }
  const percent = parseRate(typed);
  if (percent === undefined || percent <= 0n) return undefined;
  return standing === undefined ? 'account' : percentOf(equity(standing), percent);
}

/** A distance that is no figure above zero, or that leads to no price. */
export function distanceProblem(levels: Levels): Problem | undefined {
  const field = LEVEL_NAMES.find((name) => {
    const { on, amount, text } = levels[name];
    return on && amount !== undefined && text === '';
  });
  return field && { key: 'level_amount_invalid', field };
}

/** The lots that a share of the free margin allows, with the fee; the least that can be traded if it allows none. */
export function lotsOfShare(
  draft: TicketDraft,
  kind: PendingKind | undefined,
  market: PreviewMarket,
  percent: number,
): Lots | undefined {
  if (market.standing === undefined) return undefined;
  const share = percentOf(freeMargin(market.standing), rate(String(percent)));
  const sized = sizeOrder(toOrderDraft(draft, kind), 'free', share, market);
  return sized && (sized.lots ?? smallestVolume(market.instrument));
}

/** The margin of a volume, as the text of a size by margin. */
export function marginText(
  draft: TicketDraft,
  kind: PendingKind | undefined,
  market: PreviewMarket,
  lots: Lots,
): string {
  const margin = limitedFigure(
    'margin',
    previewOrder(toOrderDraft({ ...draft, lots: formatLots(lots) }, kind), market),
  );
  return margin === undefined ? '' : formatMoney(asMoney(divide(margin, CENT, 'up') * CENT), 2);
}

const CENT = 10_000n;
