import { formatResultAmount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useText } from '../../../shared/language/language.ts';
import { showToast } from '@fairlot/web';
import { useOrderNews } from './order-news.ts';
import { reasonKey } from '../../../shared/orders/order-words.ts';

/**
 * Shows a toast with the result when a position is closed by its stop-loss, its take-profit, a stop-out or staff; also keeps
 * the lists up to date.
 */
export function useClosedToast(): void {
  const t = useText();
  useOrderNews((id, record) => {
    if (record === undefined) {
      showToast(t('orders.wasClosed', { code: id }), 'info');
      return;
    }
    const words = t('orders.wasClosedAs', {
      code: isolate(record.instrument.showCode),
      profit: isolate(formatResultAmount(record.profit)),
    });
    showToast(`${words} · ${t(reasonKey(record.endReason))}`, 'info');
  });
}
