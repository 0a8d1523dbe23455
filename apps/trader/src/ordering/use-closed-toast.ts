import { formatResultAmount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useText } from '../shared/text.ts';
import { useToast } from '../shared/toast.ts';
import { useOrderNews } from './order-news.ts';
import { reasonKey } from './order-words.ts';

/** Says when a position was closed by its stop, its target or by force, with its result; keeps the lists true meanwhile. */
export function useClosedToast(): void {
  const text = useText();
  const toast = useToast();
  useOrderNews((id, record) => {
    if (record === undefined) {
      toast(text('orders.wasClosed', { code: id }), 'info');
      return;
    }
    const words = text('orders.wasClosedAs', {
      code: isolate(record.ForexTradeLists.ShowCode),
      profit: isolate(formatResultAmount(record.FactProfits)),
    });
    toast(`${words} · ${text(reasonKey(record.EndReason))}`, 'info');
  });
}
