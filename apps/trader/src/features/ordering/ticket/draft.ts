import type { ListedInstrument, NewOrder, OrderDraft } from '@fairlot/client';
import { formatLots, parsePrice } from '@fairlot/domain';
import type { GuaranteeTerms, Instrument, PendingKind, Price, PriceTerms, Side } from '@fairlot/domain';
import { type ConditionDraft, conditionFields, limitText } from '../form/conditions.ts';
import { LEVEL_OFF, figure, levelText, mirrored } from '../form/levels.ts';
import type { LevelDraft, Levels } from '../form/levels.ts';
import { TRAILING_OFF, sentTrailing } from '../form/trailing.ts';
import type { TrailingDraft } from '../form/trailing.ts';

/** The figures by which an order can be sized. `money`, `percent`: at risk, in dollars or per cent of the equity. */
export const SIZE_BASES = ['lots', 'money', 'percent', 'margin'] as const;
export type SizeBasis = (typeof SIZE_BASES)[number];

/** The size of an order as it is entered. */
export interface SizeDraft {
  readonly by: SizeBasis;
  /** The typed amount; unused for lots. */
  readonly text: string;
}

export const SIZE_BY_LOTS: SizeDraft = { by: 'lots', text: '' };

/** State of the ticket: texts as typed, so that nothing is rounded before the trader sees it. */
export interface TicketDraft extends Levels {
  readonly mode: 'market' | 'pending';
  readonly side: Side;
  readonly size: SizeDraft;
  /** As typed, or as they follow from the size. */
  readonly lots: string;
  /** undefined if the instrument has no leverage. */
  readonly leverage: number | undefined;
  readonly target: string;
  readonly trailing: TrailingDraft;
  /** The stop-loss of a market order is to be guaranteed. */
  readonly guaranteed?: boolean | undefined;
  /** Of a pending order; absent: none. */
  readonly conditions?: ConditionDraft | undefined;
}

/** Default ticket: market order, smallest volume, first leverage (specification, section 9), no levels. */
export function freshDraft(terms: Pick<Instrument, 'minLots' | 'leverages'>, side: Side = 'buy'): TicketDraft {
  return {
    mode: 'market',
    side,
    size: SIZE_BY_LOTS,
    lots: formatLots(terms.minLots),
    leverage: terms.leverages[0],
    target: '',
    stopLoss: LEVEL_OFF,
    takeProfit: LEVEL_OFF,
    trailing: TRAILING_OFF,
  };
}

/** The ticket after an order was placed: keeps the size and the distances, clears the prices. */
export function afterOrder(draft: TicketDraft): TicketDraft {
  const { stopLoss, takeProfit } = draft;
  return {
    ...draft,
    mode: 'market',
    target: '',
    stopLoss: withoutPrice(stopLoss),
    takeProfit: withoutPrice(takeProfit),
    trailing: TRAILING_OFF,
    guaranteed: undefined,
    conditions: undefined,
  };
}

function withoutPrice(level: LevelDraft): LevelDraft {
  return level.amount === undefined ? LEVEL_OFF : level;
}

/** Changes the side; levels are mirrored at the reference price and keep their distance. */
export function withSide(draft: TicketDraft, side: Side, reference: Price | undefined, terms: PriceTerms): TicketDraft {
  if (side === draft.side) return draft;
  return {
    ...draft,
    side,
    stopLoss: mirrored(draft.stopLoss, reference, terms),
    takeProfit: mirrored(draft.takeProfit, reference, terms),
    conditions: mirroredLinked(draft.conditions, terms),
  };
}

/** The levels of the second order, mirrored at its target. */
function mirroredLinked(conditions: ConditionDraft | undefined, terms: PriceTerms): ConditionDraft | undefined {
  if (conditions?.linked === undefined || conditions.linkedLevels === undefined) return conditions;
  const target = parsePrice(figure(conditions.linked), terms);
  const { stopLoss, takeProfit } = conditions.linkedLevels;
  return {
    ...conditions,
    linkedLevels: { stopLoss: mirrored(stopLoss, target, terms), takeProfit: mirrored(takeProfit, target, terms) },
  };
}

/** The text of the target; undefined for an order at the market. */
export function targetText({ mode, target }: TicketDraft): string | undefined {
  return mode === 'pending' ? figure(target) : undefined;
}

/**
 * Input of the client's preview: figures as plain decimals, undefined if switched off. `kind` is the kind that the
 * ticket shows for its target.
 */
export function toOrderDraft(draft: TicketDraft, kind: PendingKind | undefined): OrderDraft {
  return {
    side: draft.side,
    lots: figure(draft.lots),
    leverage: draft.leverage,
    target: targetText(draft),
    kind,
    limitPrice: draft.mode === 'pending' ? limitText(draft.conditions, kind) : undefined,
    stopLoss: levelText(draft.stopLoss),
    takeProfit: levelText(draft.takeProfit),
  };
}

/** The order to place on the terms that are shown. `worstPrice` is the worst price that a market order accepts. */
export function toNewOrder(
  draft: TicketDraft,
  { id, terms, guarantee }: Pick<ListedInstrument, 'id' | 'terms' | 'guarantee'>,
  worstPrice: string | undefined,
  kind: PendingKind | undefined,
): NewOrder {
  const { mode, conditions } = draft;
  return {
    instrument: id,
    terms,
    worstPrice,
    trailing: sentTrailing(draft.trailing),
    ...toOrderDraft(draft, kind),
    ...(isGuaranteed(draft, guarantee) && { guaranteed: true }),
    ...(mode === 'pending' && conditions !== undefined && conditionFields(conditions)),
  };
}

/** True if the ticket asks for a guaranteed stop, where it is offered. */
export function isGuaranteed(draft: TicketDraft, offer: GuaranteeTerms | undefined): offer is GuaranteeTerms {
  const { mode, guaranteed, stopLoss } = draft;
  return offer !== undefined && guaranteed === true && mode === 'market' && levelText(stopLoss) !== undefined;
}

/** True if the stop decides the size, so that the size can't decide the stop. */
export function isSizedByStop({ by }: SizeDraft): boolean {
  return by === 'money' || by === 'percent';
}

/** Changes the figure by which the order is sized. A stop that decides the size keeps its price, not its money. */
export function withSize(draft: TicketDraft, size: SizeDraft): TicketDraft {
  const { on, text, unit } = draft.stopLoss;
  return { ...draft, size, ...(isSizedByStop(size) && unit === 'money' && { stopLoss: { on, text } }) };
}
