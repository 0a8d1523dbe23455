import type { Intent, IntentState, ListedInstrument, OrderPreview, PreviewMarket } from '@fairlot/client';
import { asPrice, closingPrice, formatPrice, openingPrice } from '@fairlot/domain';
import type { Money, PendingKind, Price, Side } from '@fairlot/domain';
import { useMemo } from 'react';
import { intents, useIntentState } from '../intents/intents.ts';
import { useHeldKind } from '../form/held-kind.ts';
import { reloadOrders } from '../lists/orders-query.ts';
import { useOrderMarket } from '../form/order-market.ts';
import type { OrderMarket } from '../form/order-market.ts';
import type { Problem } from '../form/problem.ts';
import { useConnectionState } from '../../../shared/services/connection-state.ts';
import { useIsSignedIn, useSession } from '../../../shared/session/session.ts';
import { reloadTerms } from '../../../shared/market/terms.ts';
import { afterOrder, targetText, toNewOrder, withSide } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { useHeldTicket } from './held-ticket.ts';
import type { HeldTicket, ShownFigures } from './held-ticket.ts';
import { changedDraft, judgeTicket, worstOf } from './judge-ticket.ts';
import type { JudgedTicket } from './judge-ticket.ts';
import { recalled, remember } from './memory.ts';
import type { ResolvedTicket } from './resolve.ts';

/** State and actions of the ticket's parts. */
export interface Ticket {
  readonly instrument: ListedInstrument;
  readonly market: OrderMarket;
  readonly signedIn: boolean;
  readonly draft: TicketDraft;
  readonly change: (change: Partial<TicketDraft>) => void;
  readonly setSide: (side: Side) => void;
  readonly setMode: (mode: TicketDraft['mode']) => void;
  /** The kind that the ticket shows for its target and sends; undefined for an order at the market. */
  readonly kind: PendingKind | undefined;
  /** The positions that the levels' distances are measured on. */
  readonly measures: ResolvedTicket['measures'];
  /** The money at risk, or the margin, that the size takes. Undefined for a size in lots. */
  readonly taken: Money | undefined;
  /** Lots that the account sent last in the instrument. */
  readonly recent: readonly string[];
  readonly preview: OrderPreview;
  /** The second order of a linked pair; undefined without one. */
  readonly linked: JudgedTicket['linked'];
  /** Problem that blocks sending; undefined if there is none. */
  readonly problem: Problem | undefined;
  /** Price that the levels are measured from. */
  readonly reference: Price | undefined;
  readonly spread: Price;
  /** The worst price that a market order accepts at the current quote. */
  readonly worst: string | undefined;
  readonly submit: () => void;
  /** Sends a market order of the ticket's size at once, on either side; returns the problem that blocks it. */
  readonly sendNow: (side: Side) => Problem | undefined;
  /** The order in flight, or its outcome until it is dismissed. */
  readonly state: IntentState | undefined;
  /** The figures that the ticket showed when the order was sent. */
  readonly shown: ShownFigures | undefined;
  readonly askAgain: () => void;
  readonly putAside: () => void;
}

/** The ticket of an instrument; another instrument starts with the size and leverage that the account used there last. */
export function useTicket(instrument: ListedInstrument): Ticket {
  const market = useOrderMarket(instrument);
  const user = useSession((session) => session.user?.uid);
  const signedIn = useIsSignedIn();
  const [held, setKept] = useHeldTicket(instrument, user);
  const { draft: typed, intent } = held;
  const state = useIntentState(intent);
  const { quote } = market.preview;
  const kind = useHeldKind(typed.side, targetText(typed), quote, instrument);
  const judged = useMemo(() => judgeTicket(typed, kind, market.preview), [typed, kind, market.preview]);
  const { draft, measures, preview, reference } = judged;
  const edit = (next: (now: TicketDraft) => TicketDraft): void =>
    setKept((now) => ({ ...now, draft: next(now.draft), intent: withoutRefusal(now.intent) }));
  const waiting = useWaiting(signedIn, market.preview.standing !== undefined);
  const isBusy = state?.phase === 'sending' || state?.phase === 'unknown';
  const send = (ready: JudgedTicket, sentKind: PendingKind | undefined): void => {
    const sent = sendTicket(ready, sentKind, { instrument, market: market.preview, user, typed });
    const { recent = [] } = recalled(user ?? '', instrument);
    const { margin, fee } = ready.preview;
    setKept((now) => ({ ...now, intent: sent, recent, shown: { margin, fee, swap: instrument.swap } }));
  };
  return {
    instrument,
    market,
    signedIn,
    draft,
    kind,
    measures,
    taken: judged.taken,
    recent: held.recent,
    preview,
    linked: judged.linked,
    reference,
    worst: worstOf(draft, market.preview),
    state,
    shown: held.shown,
    change: (change) => {
      if ('lots' in change || 'leverage' in change || 'size' in change)
        remember(user ?? '', instrument.id, { ...typed, ...change });
      edit((now) => changedDraft(now, change, measures));
    },
    setSide: (side) => edit((now) => withSide(now, side, reference, instrument)),
    setMode: (mode) => edit((now) => inMode(now, mode, market)),
    problem: waiting.offline ?? judged.problem ?? waiting.account,
    spread: quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid),
    submit: () => {
      if (!isBusy) send(judged, kind);
    },
    sendNow: (side) => {
      if (isBusy) return undefined;
      const now = judgeTicket(atMarket(draft, side, market.preview), undefined, market.preview);
      const problem = waiting.offline ?? now.problem ?? waiting.account;
      if (problem === undefined) send(now, undefined);
      return problem;
    },
    askAgain: () => intent?.askAgain(),
    putAside: () => {
      intent?.dismiss();
      setKept((now) => ended(now, state));
    },
  };
}

/** Problems that the ticket itself can't have: no connection, and no figures of the account yet. */
function useWaiting(
  signedIn: boolean,
  hasStanding: boolean,
): { readonly offline: Problem | undefined; readonly account: Problem | undefined } {
  // Offline prices are old, whatever their freshness says.
  const offline = useConnectionState() === 'offline';
  return {
    offline: offline ? { key: 'offline' } : undefined,
    account: signedIn && !hasStanding ? { key: 'account_unknown' } : undefined,
  };
}

/** The intent of a ticket that was changed: a refusal belongs to the ticket that was sent. */
function withoutRefusal(intent: Intent | undefined): Intent | undefined {
  return intent?.state.getSnapshot().phase === 'refused' ? undefined : intent;
}

/** The ticket after the trader has seen its outcome. */
function ended(now: HeldTicket, state: IntentState | undefined): HeldTicket {
  return { ...now, intent: undefined, draft: state?.phase === 'done' ? afterOrder(now.draft) : now.draft };
}

function inMode(now: TicketDraft, mode: TicketDraft['mode'], market: OrderMarket): TicketDraft {
  const target = mode === 'pending' && now.target === '' ? marketText(market, now.side) : now.target;
  return { ...now, mode, target };
}

/** The ticket as a market order of a side. */
function atMarket(draft: TicketDraft, side: Side, { quote, instrument }: PreviewMarket): TicketDraft {
  const reference = quote === undefined ? undefined : closingPrice(quote, draft.side);
  return withSide({ ...draft, mode: 'market' }, side, reference, instrument);
}

/** Sends the order and remembers its size. */
function sendTicket(
  { draft }: JudgedTicket,
  kind: PendingKind | undefined,
  {
    instrument,
    market,
    user,
    typed,
  }: {
    readonly instrument: ListedInstrument;
    readonly market: PreviewMarket;
    readonly user: string | undefined;
    readonly typed: TicketDraft;
  },
): Intent {
  const sent = intents.submitOrder(toNewOrder(draft, instrument, worstOf(draft, market), kind));
  remember(user ?? '', instrument.id, typed, draft.lots);
  void reloadAfter(sent, user);
  return sent;
}

/** Reloads the lists once the order is placed or dismissed, and the terms when it was refused because they have changed. */
async function reloadAfter(sent: Intent, user: string | undefined): Promise<void> {
  const outcome = await sent.outcome;
  if (outcome.phase === 'refused' && outcome.error.reason === 'terms_changed') reloadTerms();
  if (outcome.phase !== 'refused' && user !== undefined) await reloadOrders(user);
}

function marketText({ preview }: OrderMarket, side: Side): string {
  return preview.quote === undefined ? '' : formatPrice(openingPrice(preview.quote, side), preview.instrument);
}
