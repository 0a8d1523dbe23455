import type { Intent, IntentState, OrderRecord } from '@fairlot/client';
import { useState } from 'react';
import { useSession } from '../shared/session.ts';
import { showToast } from '../shared/toast.ts';
import { useIntentState } from './intents.ts';
import { reloadOrders } from './order-news.ts';

/** A change to an order that is on its way. */
export interface OrderAction {
  readonly state: IntentState | undefined;
  /** Nothing else can be asked for before this is settled. */
  readonly busy: boolean;
  /** Sends an instruction and follows it; `onDone` is called when it has happened, with the order as it is then. */
  readonly start: (intent: Intent, onDone: (order: OrderRecord) => void) => void;
  readonly askAgain: () => void;
  readonly putAside: () => void;
}

/** Follows one instruction to its outcome: the server's words as a toast, the lists read again from their first pages. */
export function useOrderAction(): OrderAction {
  const [intent, setIntent] = useState<Intent>();
  const state = useIntentState(intent);
  const user = useSession((session) => session.user?.uid);
  const follow = async (started: Intent, onDone: (order: OrderRecord) => void): Promise<void> => {
    const outcome = await started.outcome;
    setIntent((now) => (now === started ? undefined : now));
    if (outcome.phase === 'done') {
      showToast(outcome.msg, 'done');
      onDone(outcome.order);
    } else {
      showToast(outcome.error.msg, 'error');
    }
    if (user !== undefined) await reloadOrders(user);
  };
  return {
    state,
    busy: state?.phase === 'sending' || state?.phase === 'unknown',
    start: (next, onDone) => {
      setIntent(next);
      void follow(next, onDone);
    },
    askAgain: () => intent?.askAgain(),
    putAside: () => {
      intent?.dismiss();
      setIntent(undefined);
    },
  };
}
