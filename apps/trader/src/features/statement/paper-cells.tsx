import { createTimeFormat, formatLotsText, formatPriceText } from '@fairlot/client';
import type { StatementTrade } from '@fairlot/client';
import type { ReactNode } from 'react';
import { pendingNameKey } from '../../shared/orders/order-words.ts';
import { useLanguageInfo, useText } from '../../shared/language/language.ts';
import { RuleList } from './RuleList.tsx';
import type { OrderRule } from './order-rules.ts';
import type { PendingOrder } from './statement-filter.ts';

/** Instrument, side or kind, lots, the order's number, and its rules. */
export function OrderCell({
  of,
  rules,
}: {
  /** A pending order has its kind. */
  readonly of: Pick<StatementTrade, 'id' | 'instrument' | 'side' | 'lots'> &
    Partial<Pick<PendingOrder, 'target' | 'kind'>>;
  readonly rules?: readonly OrderRule[];
}): ReactNode {
  const t = useText();
  return (
    <th scope="row">
      <bdi className="font-medium">{of.instrument.showCode}</bdi>{' '}
      <span className="text-quiet">{t('money.reference', { id: of.id })}</span>
      <span className="block text-quiet">
        {t(pendingNameKey(of.side, of.target === undefined ? undefined : of.kind))}{' '}
        <span className="figure">{formatLotsText(of.lots)}</span>
      </span>
      {rules === undefined ? null : <RuleList rules={rules} />}
    </th>
  );
}

/** Time, price and quote of a fill. */
export function FillCell({
  at,
  price,
  quote,
  precision,
}: {
  readonly at: string;
  readonly price: string;
  readonly quote?: number | undefined;
  readonly precision: number;
}): ReactNode {
  return (
    <td>
      <span className="figure font-medium">{formatPriceText(price, precision)}</span>
      {quote === undefined ? null : (
        <>
          {' '}
          <span className="figure text-quiet">#{quote}</span>
        </>
      )}
      <span className="block text-quiet">
        <bdi className="tabular-nums">{at}</bdi>
      </span>
    </td>
  );
}

export function FigureCell({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <td className="amount">
      <span className="figure">{children}</span>
    </td>
  );
}

/** Times of a document are UTC. */
export function useUtc(): ReturnType<typeof createTimeFormat> {
  const { tag } = useLanguageInfo();
  return createTimeFormat(tag, 'UTC');
}
