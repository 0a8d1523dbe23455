import { formatMoneyText } from '@fairlot/client';
import { shortRate, withoutTrailingZeros } from '@fairlot/domain';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import type { ShownFigures } from './held-ticket.ts';

export interface ChangedTermsProps {
  /** The figures that the ticket showed when the order was sent. */
  readonly shown: ShownFigures | undefined;
  /** The new figures, from the refusal. */
  readonly now: Readonly<Record<string, string>>;
}

/** The figures that differ from those of the ticket, before and after. */
export function ChangedTerms({ shown, now }: ChangedTermsProps): ReactNode {
  const t = useText();
  if (shown === undefined) return null;
  const { margin, fee, swap } = shown;
  const lines = [
    { name: t('trade.ticket.margin'), before: formatMoneyText(margin), after: formatMoneyText(now['margin']) },
    { name: t('trade.ticket.fee'), before: formatMoneyText(fee), after: formatMoneyText(now['fee']) },
    {
      name: t('orders.field.swap'),
      before: `${shortRate(swap.long)} / ${shortRate(swap.short)}`,
      after: `${withoutTrailingZeros(now['swapLong'] ?? '')} / ${withoutTrailingZeros(now['swapShort'] ?? '')}`,
    },
  ].filter(({ before, after }) => before !== after);
  return lines.map(({ name, before, after }) => (
    <span key={name} className="mt-1 block">
      {name}: <del className="figure decoration-1">{before}</del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
      <ins className="figure font-semibold no-underline">{after}</ins>
    </span>
  ));
}
