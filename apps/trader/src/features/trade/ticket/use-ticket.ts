import { previewOrder } from '@fairlot/client';
import type { Intent, IntentState, OrderPreview } from '@fairlot/client';
import { asPrice, closingPrice, formatPrice, openingPrice, parsePrice } from '@fairlot/domain';
import type { Price, Side } from '@fairlot/domain';
import { useMemo, useState } from 'react';
import { intents, useIntentState } from '../../../ordering/intents.ts';
import { figure } from '../../../ordering/levels.ts';
import { reloadOrders } from '../../../ordering/order-news.ts';
import { useOrderMarket } from '../../../ordering/order-market.ts';
import type { OrderMarket } from '../../../ordering/order-market.ts';
import type { Problem } from '../../../ordering/problem.ts';
import { worstPrice } from '../../../ordering/slippage.ts';
import { useConnectionState } from '../../../shared/connection-state.ts';
import type { Instrument } from '../../../shared/market.ts';
import { useIsSignedIn, useSession } from '../../../shared/session.ts';
import { afterOrder, freshDraft, toOrderDraft, toSubmit, withSide } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { findProblem } from './problem.ts';

/** Everything that the ticket's parts show and do. */
export interface Ticket {
  readonly instrument: Instrument;
  readonly market: OrderMarket;
  readonly signedIn: boolean;
  readonly draft: TicketDraft;
  readonly change: (change: Partial<TicketDraft>) => void;
  readonly setSide: (side: Side) => void;
  readonly setMode: (mode: TicketDraft['mode']) => void;
  readonly preview: OrderPreview;
  /** Why it cannot be sent; undefined when it can. */
  readonly problem: Problem | undefined;
  /** What stops and targets are measured from. */
  readonly reference: Price | undefined;
  readonly spread: Price;
  /** The worst price that a market order accepts, at the quote of now. */
  readonly worst: string | undefined;
  readonly submit: () => void;
  /** The order on its way, or its outcome until it is put aside. */
  readonly state: IntentState | undefined;
  readonly askAgain: () => void;
  readonly putAside: () => void;
}

/** What belongs to one instrument and is dropped with it. */
interface Held {
  readonly instrument: number;
  readonly draft: TicketDraft;
  readonly intent: Intent | undefined;
}

/** The ticket of an instrument; another instrument starts a fresh one. */
export function useTicket(instrument: Instrument): Ticket {
  const market = useOrderMarket(instrument);
  const user = useSession((session) => session.user?.uid);
  const signedIn = useIsSignedIn();
  const terms = market.preview.instrument;
  const fresh = (): Held => ({ instrument: instrument.Id, draft: freshDraft(terms), intent: undefined });
  const [kept, setKept] = useState(fresh);
  const held = kept.instrument === instrument.Id ? kept : fresh();
  if (held !== kept) setKept(held);
  const { draft, intent } = held;
  // A refusal speaks of the ticket as it was sent; once that is changed it is over.
  const edit = (next: (now: TicketDraft) => TicketDraft): void =>
    setKept((now) => ({
      ...now,
      draft: next(now.draft),
      intent: now.intent?.state.getSnapshot().phase === 'refused' ? undefined : now.intent,
    }));
  const follow = (next: Intent | undefined): void => setKept((now) => ({ ...now, intent: next }));
  const state = useIntentState(intent);
  const preview = useMemo(() => previewOrder(toOrderDraft(draft), market.preview), [draft, market.preview]);
  const { quote } = market.preview;
  const reference = referenceOf(draft, market);
  const worst = quote === undefined ? undefined : worstPrice(quote, draft.side, terms);
  // Without a network the prices are those of an earlier moment, however new they look.
  const offline: Problem | undefined = useConnectionState() === 'offline' ? { key: 'offline' } : undefined;
  const accountMissing: Problem | undefined =
    signedIn && market.preview.standing === undefined ? { key: 'account_unknown' } : undefined;
  return {
    instrument,
    market,
    signedIn,
    draft,
    preview,
    reference,
    worst,
    state,
    change: (change) => edit((now) => ({ ...now, ...change })),
    setSide: (side) => edit((now) => withSide(now, side, reference, terms)),
    setMode: (mode) =>
      edit((now) =>
        mode === 'pending' && now.target === ''
          ? { ...now, mode, target: marketText(market, now.side) }
          : { ...now, mode },
      ),
    problem: offline ?? findProblem(draft, preview, terms) ?? accountMissing,
    spread: quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid),
    submit: () => {
      if (state?.phase === 'sending' || state?.phase === 'unknown') return;
      const sent = intents.submitOrder(toSubmit(draft, instrument.Id, worst));
      follow(sent);
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

/** The lists are read again once the outcome is known. */
async function reloadAfter(sent: Intent, user: string | undefined): Promise<void> {
  const { phase } = await sent.outcome;
  if (phase === 'done' && user !== undefined) await reloadOrders(user);
}

/** A market order is protected from the price at which it would close; a pending one from its target. */
function referenceOf(draft: TicketDraft, { preview }: OrderMarket): Price | undefined {
  if (draft.mode === 'pending') return parsePrice(figure(draft.target));
  return preview.quote === undefined ? undefined : closingPrice(preview.quote, draft.side);
}

function marketText({ preview }: OrderMarket, side: Side): string {
  return preview.quote === undefined
    ? ''
    : formatPrice(openingPrice(preview.quote, side), preview.instrument.pricePrecision);
}
