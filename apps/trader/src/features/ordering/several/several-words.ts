import { CallError, formatResultAmount } from '@fairlot/client';
import type { Order, SeveralClosed } from '@fairlot/client';
import { ZERO, plus } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { showToast } from '@fairlot/web';
import type { Text } from '../../../shared/language/language.ts';

/** How many positions have closed, and the sum of their results. */
export function severalWords(closed: readonly Order[], t: Text): string {
  const profit = closed.reduce((sum, order) => plus(sum, order.profit), ZERO);
  return t('orders.several.closed', { number: String(closed.length), profit: isolate(formatResultAmount(profit)) });
}

/** Shows the outcome of a close of several positions as a toast. */
export function showClosed(outcome: SeveralClosed | CallError, t: Text): void {
  if (outcome instanceof CallError) showToast(outcome.msg, 'error');
  else showToast(severalWords(outcome.closed, t), 'done');
}
