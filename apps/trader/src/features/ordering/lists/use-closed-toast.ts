import { useEffect } from 'react';
import { readStored, showToast } from '@fairlot/web';
import { loadTexts, useText } from '../../../shared/language/language.ts';
import { useSession } from '../../../shared/session/session.ts';
import { PENDING_CLOSE_KEY } from '../several/pending-close-key.ts';
import { closedWords } from './closed-words.ts';
import { useOrderNews } from './order-news.ts';
import { reasonKey } from '../../../shared/orders/order-words.ts';

/**
 * Shows a toast with the result when a position is closed by its stop-loss, its take-profit, a stop-out or staff; also keeps
 * the lists up to date.
 */
export function useClosedToast(): void {
  const t = useText();
  useResumedClose();
  useOrderNews((id, record) => {
    if (record === undefined) {
      showToast(t('orders.wasClosed', { code: id }), 'info');
      return;
    }
    showToast(`${closedWords(record, t)} · ${t(reasonKey(record.endReason))}`, 'info');
  });
}

/** The user whose close from before this page was loaded has been asked for. Later ones are this page's own. */
let resumedFor: string | undefined;

/** Shows the outcome of a close of several positions whose page was left before its answer. */
function useResumedClose(): void {
  const user = useSession((session) => session.user?.uid);
  useEffect(() => {
    if (user === undefined || user === resumedFor) return;
    resumedFor = user;
    if (readStored(PENDING_CLOSE_KEY) !== undefined) void showResumed(user).catch(() => undefined);
  }, [user]);
}

async function showResumed(user: string): Promise<void> {
  const [t, { resumeClose }, { showClosed }] = await Promise.all([
    loadTexts(),
    import('../several/send-close.ts'),
    import('../several/several-words.ts'),
  ]);
  const outcome = await resumeClose(user);
  if (outcome !== undefined) showClosed(outcome, t);
}
