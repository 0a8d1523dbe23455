import type { CallError, Intent, IntentState, Order } from '@fairlot/client';
import { useState } from 'react';
import { reloadTerms } from '../../../shared/market/terms.ts';
import { useSession } from '../../../shared/session/session.ts';
import { showToast } from '@fairlot/web';
import { useIntentState } from './intents.ts';
import { reloadOrders } from '../lists/orders-query.ts';

/** Returns the text of the toast in place of the server's message. */
type OnDone = (order: Order) => string | undefined | void;
type OnRefused = (error: CallError | undefined) => boolean;

/** A change of an order in progress. */
export interface OrderAction {
  readonly state: IntentState | undefined;
  /** No other change can start before this one is settled. */
  readonly busy: boolean;
  /**
   * Sends a command and follows it. `onDone` is called on success with the changed order. `onRefused` returns true if it
   * shows the refusal itself; it gets no error of a command that was dismissed.
   */
  readonly start: (intent: Intent, onDone: OnDone, onRefused?: OnRefused) => void;
  readonly askAgain: () => void;
  readonly putAside: () => void;
}

/**
 * Follows one command to its outcome, shows the server's message as a toast, and reloads the lists from their first
 * pages.
 */
export function useOrderAction(): OrderAction {
  const [intent, setIntent] = useState<Intent>();
  const state = useIntentState(intent);
  const user = useSession((session) => session.user?.uid);
  const follow = async (started: Intent, onDone: OnDone, onRefused?: OnRefused): Promise<void> => {
    const outcome = await started.outcome;
    setIntent((now) => (now === started ? undefined : now));
    if (outcome.phase === 'done') {
      showToast(onDone(outcome.order) ?? outcome.msg, 'done');
    } else {
      const error = outcome.phase === 'refused' ? outcome.error : undefined;
      if (onRefused?.(error) !== true && error !== undefined) {
        showToast(error.msg, 'error');
        if (error.reason === 'terms_changed') reloadTerms();
      }
    }
    if (user !== undefined) await reloadOrders(user);
  };
  return {
    state,
    busy: state?.phase === 'sending' || state?.phase === 'unknown',
    start: (next, onDone, onRefused) => {
      setIntent(next);
      void follow(next, onDone, onRefused);
    },
    askAgain: () => intent?.askAgain(),
    putAside: () => {
      intent?.dismiss();
      setIntent(undefined);
    },
  };
}
