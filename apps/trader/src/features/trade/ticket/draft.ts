import type { OrderDraft } from '@fairlot/client';
import { formatLots } from '@fairlot/domain';
import type { Instrument, Price, Side } from '@fairlot/domain';
import { LEVEL_OFF, figure, levelOnWire, levelText, mirrored } from '../../../ordering/levels.ts';
import type { Levels } from '../../../ordering/levels.ts';

/** What the ticket holds: text as typed, so that nothing is rounded behind the trader's back. */
export interface TicketDraft extends Levels {
  readonly mode: 'market' | 'pending';
  readonly side: Side;
  readonly lots: string;
  /** undefined where the instrument has no multiples. */
  readonly leverage: number | undefined;
  readonly target: string;
}

/** A fresh ticket: at the market, the smallest volume, the first multiple (specification, section 9), no stops. */
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

/** The ticket after an order: the volume stays, prices that belonged to that order do not. */
export function afterOrder(draft: TicketDraft): TicketDraft {
  return { ...draft, mode: 'market', target: '', stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF };
}

/** The ticket turned to a side; stops and targets move to the other side of the reference, as far away. */
export function withSide(
  draft: TicketDraft,
  side: Side,
  reference: Price | undefined,
  terms: Pick<Instrument, 'pricePrecision'>,
): TicketDraft {
  if (side === draft.side) return draft;
  return {
    ...draft,
    side,
    stopLoss: mirrored(draft.stopLoss, reference, terms),
    takeProfit: mirrored(draft.takeProfit, reference, terms),
  };
}

/** What the client's preview reads: figures as plain decimals, absent where the ticket does not ask for them. */
export function toOrderDraft(draft: TicketDraft): OrderDraft {
  return {
    side: draft.side,
    lots: figure(draft.lots),
    leverage: draft.leverage,
    target: draft.mode === 'pending' ? figure(draft.target) : undefined,
    stopLoss: levelText(draft.stopLoss),
    takeProfit: levelText(draft.takeProfit),
  };
}

/** The call's payload; specification, sections 4 and 7: status 1 = market, 0 = pending; type 1 = buy, 2 = sell; 0 = off. */
export function toSubmit(draft: TicketDraft, instrument: number, worst: string | undefined) {
  return {
    type: draft.side === 'buy' ? 1 : 2,
    cont: figure(draft.lots),
    forex_id: instrument,
    status: draft.mode === 'market' ? '1' : '0',
    target_price: draft.mode === 'pending' ? figure(draft.target) : '0',
    stop_loss_price: levelOnWire(draft.stopLoss),
    target_profit_price: levelOnWire(draft.takeProfit),
    ...(draft.leverage === undefined ? {} : { multiple: String(draft.leverage) }),
    ...(draft.mode === 'market' && worst !== undefined ? { worst_price: worst } : {}),
  };
}
