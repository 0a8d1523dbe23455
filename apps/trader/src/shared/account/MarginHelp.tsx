import { type MarginCall, formatAmount, formatLotsText } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { useLanguageInfo, useText } from '../language/language.ts';

/** The closes or the deposit that bring an account above its margin call, in one sentence. */
export function MarginHelp({ call }: { readonly call: MarginCall }): ReactNode {
  const t = useText();
  const { tag } = useLanguageInfo();
  const { level, deposit, closes } = call;
  const amount = isolate(formatAmount(deposit));
  if (closes.length === 0) return t('orders.help.add', { amount, level });
  const named = closes.map(({ showCode, lots }) =>
    t('orders.help.lots', { lots: isolate(formatLotsText(lots)), code: isolate(showCode) }),
  );
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(named);
  return t('orders.help.closeOrAdd', { closes: list, amount, level });
}
