import { previewOrder } from '@fairlot/client';
import type { Intent, IntentState, ListedInstrument, OrderPreview } from '@fairlot/client';
import { asPrice, closingPrice, formatPrice, openingPrice, parsePrice } from '@fairlot/domain';
import type { PendingKind, Price, Side } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import { intents, useIntentState } from '../intents/intents.ts';
import { useHeldKind } from '../form/held-kind.ts';
import { figure } from '../form/levels.ts';
import { reloadOrders } from '../lists/order-news.ts';
import { useOrderMarket } from '../form/order-market.ts';
import type { OrderMarket } from '../form/order-market.ts';
import type { Problem } from '../form/problem.ts';
import { worstPrice } from '../form/worst-price.ts';
import { useConnectionState } from '../../../shared/services/connection-state.ts';
import { useIsSignedIn, useSession } from '../../../shared/session/session.ts';
import { reloadTerms } from '../../../shared/market/terms.ts';
import { afterOrder, freshDraft, targetText, toOrderDraft, toNewOrder, withSide } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { findProblem } from './problem.ts';

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
  readonly preview: OrderPreview;
  /** Problem that blocks sending; undefined if there is none. */
  readonly problem: Problem | undefined;
  /** Price that the levels are measured from. */
  readonly reference: Price | undefined;
  readonly spread: Price;
  /** The worst price that a market order accepts at the current quote. */
  readonly worst: string | undefined;
  readonly submit: () => void;
  /** The order in flight, or its outcome until it is dismissed. */
  readonly state: IntentState | undefined;
  /** The figures that the ticket showed when the order was sent. */
  readonly shown: ShownFigures | undefined;
  readonly askAgain: () => void;
  readonly putAside: () => void;
}

/** The figures of a ticket that depend on the instrument's terms. */
export interface ShownFigures extends Pick<OrderPreview, 'margin' | 'fee'> {
  readonly swap: ListedInstrument['swap'];
}

/** State of one instrument; dropped when another one is selected. */
interface Held {
  readonly instrument: number;
  readonly draft: TicketDraft;
  readonly intent: Intent | undefined;
  readonly shown: ShownFigures | undefined;
}

/** The ticket of an instrument; another instrument starts with a default one. */
export function useTicket(instrument: ListedInstrument): Ticket {
  const market = useOrderMarket(instrument);
  const user = useSession((session) => session.user?.uid);
  const signedIn = useIsSignedIn();
  const terms = market.preview.instrument;
  const fresh = (): Held => ({
    instrument: instrument.id,
    draft: freshDraft(terms),
    intent: undefined,
    shown: undefined,
  });
  const [kept, setKept] = useState(fresh);
  const held = kept.instrument === instrument.id ? kept : fresh();
  if (held !== kept) setKept(held);
  const { draft, intent } = held;
  // A refusal belongs to the ticket that was sent, so any change clears it.
  const edit = (next: (now: TicketDraft) => TicketDraft): void =>
    setKept((now) => ({
      ...now,
      draft: next(now.draft),
      intent: now.intent?.state.getSnapshot().phase === 'refused' ? undefined : now.intent,
    }));
  const state = useIntentState(intent);
  const { quote } = market.preview;
  const kind = useHeldKind(draft.side, targetText(draft), quote, instrument);
  const preview = useMemo(() => previewOrder(toOrderDraft(draft, kind), market.preview), [draft, kind, market.preview]);
  const reference = referenceOf(draft, preview, market);
  const worst = quote === undefined ? undefined : worstPrice(quote, draft.side, terms);
  // Offline prices are old, whatever their freshness says.
  const offline: Problem | undefined = useConnectionState() === 'offline' ? { key: 'offline' } : undefined;
  const accountMissing: Problem | undefined =
    signedIn && market.preview.standing === undefined ? { key: 'account_unknown' } : undefined;
  return {
    instrument,
    market,
    signedIn,
    draft,
    kind,
    preview,
    reference,
    worst,
    state,
    shown: held.shown,
    change: (change) => edit((now) => ({ ...now, ...change })),
    setSide: (side) => edit((now) => withSide(now, side, reference, terms)),
    setMode: (mode) =>
      edit((now) =>
        mode === 'pending' && now.target === ''
          ? { ...now, mode, target: marketText(market, now.side) }
          : { ...now, mode },
      ),
    problem: offline ?? findProblem(draft, preview, terms, market.preview.doubt) ?? accountMissing,
    spread: quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid),
    submit: () => {
      if (state?.phase === 'sending' || state?.phase === 'unknown') return;
      const sent = intents.submitOrder(toNewOrder(draft, instrument, worst, kind));
      const { margin, fee } = preview;
      setKept((now) => ({ ...now, intent: sent, shown: { margin, fee, swap: instrument.swap } }));
      void reloadAfter(sent, user);
    },
    askAgain: () => intent?.askAgain(),
    putAside: () => {
      intent?.dismiss();
      setKept((now) => ({
        ...now,
        intent: undefined,
        draft: state?.phase === 'done' ? afterOrder(now.draft) : now.draft,
      }));
    },
  };
}

/** Reloads the lists once the order is placed, and the terms when it was refused because they have changed. */
async function reloadAfter(sent: Intent, user: string | undefined): Promise<void> {
  const outcome = await sent.outcome;
  if (outcome.phase === 'refused' && outcome.error.reason === 'terms_changed') reloadTerms();
  if (outcome.phase === 'done' && user !== undefined) await reloadOrders(user);
}

/** Levels of an order that fills at once are measured from its closing price, those of a waiting one from its target. */
function referenceOf(draft: TicketDraft, { kind }: OrderPreview, { preview }: OrderMarket): Price | undefined {
  if (draft.mode === 'pending' && kind !== 'market') return parsePrice(figure(draft.target), preview.instrument);
  return preview.quote === undefined ? undefined : closingPrice(preview.quote, draft.side);
}

function marketText({ preview }: OrderMarket, side: Side): string {
  return preview.quote === undefined ? '' : formatPrice(openingPrice(preview.quote, side), preview.instrument);
}
