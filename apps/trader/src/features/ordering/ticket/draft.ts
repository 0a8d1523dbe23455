import type { ListedInstrument, NewOrder, OrderDraft } from '@fairlot/client';
import { formatLots } from '@fairlot/domain';
import type { Instrument, PendingKind, Price, PriceTerms, Side } from '@fairlot/domain';
import { LEVEL_OFF, figure, levelText, mirrored } from '../form/levels.ts';
import type { Levels } from '../form/levels.ts';

/** State of the ticket: texts as typed, so that nothing is rounded before the trader sees it. */
export interface TicketDraft extends Levels {
  readonly mode: 'market' | 'pending';
  readonly side: Side;
  readonly lots: string;
  /** undefined if the instrument has no leverage. */
  readonly leverage: number | undefined;
  readonly target: string;
}

/** Default ticket: market order, smallest volume, first leverage (specification, section 9), no levels. */
export function freshDraft(terms: Pick<Instrument, 'minLots' | 'leverages'>, side: Side = 'buy'): TicketDraft {
  return {
    mode: 'market',
    side,
    lots: formatLots(terms.minLots),
    leverage: terms.leverages[0],
    target: '',
    stopLoss: LEVEL_OFF,
    takeProfit: LEVEL_OFF,
  };
}

/** The ticket after an order was placed: keeps the volume, clears the prices. */
export function afterOrder(draft: TicketDraft): TicketDraft {
  return { ...draft, mode: 'market', target: '', stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF };
}

/** Changes the side; levels are mirrored at the reference price and keep their distance. */
export function withSide(draft: TicketDraft, side: Side, reference: Price | undefined, terms: PriceTerms): TicketDraft {
  if (side === draft.side) return draft;
  return {
    ...draft,
    side,
    stopLoss: mirrored(draft.stopLoss, reference, terms),
    takeProfit: mirrored(draft.takeProfit, reference, terms),
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
    stopLoss: levelText(draft.stopLoss),
    takeProfit: levelText(draft.takeProfit),
  };
}

/** The order to place on the terms that are shown. `worstPrice` is the worst price that a market order accepts. */
export function toNewOrder(
  draft: TicketDraft,
  { id, terms }: Pick<ListedInstrument, 'id' | 'terms'>,
  worstPrice: string | undefined,
  kind: PendingKind | undefined,
): NewOrder {
  return { instrument: id, terms, worstPrice, ...toOrderDraft(draft, kind) };
}
