import { formatAmount, formatCount, formatLotsText, formatMoneyText } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { HideBalance } from '../../shared/account/HideBalance.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { Figure, Term } from '../../shared/layout/figures.tsx';
import { Amount } from './Amount.tsx';
import { changesOf, movedOf } from './figures.ts';
import type { Statement } from '@fairlot/client';

export const CARD = 'rounded-surface border border-line bg-surface p-4';

/** Summary of a period: opening balance + trading + payments = closing balance, then each kind of movement. */
export function Summary({ statement }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const { opening, closing, netValue } = statement;
  const { trading, payments } = changesOf(statement);
  const masked = useMasked();
  const frozen = /[1-9]/.test(closing.frozen);
  return (
    <section aria-label={t('statement.closing')} className={CARD}>
      <p className="-mt-3 -mb-2 flex items-center gap-1 text-12 text-quiet">
        {t('statement.closing')}
        <HideBalance />
      </p>
      <p className="text-28 font-bold wrap-anywhere" data-testid="closing">
        <span className="figure">
          {masked(formatMoneyText(closing.total))}
          <wbr />
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-1">
        <Term sign="=" name={t('statement.opening')}>
          <Amount value={opening.total} />
        </Term>
        <Term sign="+" name={t('statement.tradingResult')}>
          <Amount value={trading} result />
        </Term>
        <Term sign="+" name={t('statement.paid')}>
          <Amount value={payments} />
        </Term>
      </div>
      {frozen ? (
        <p className="mt-2 text-12 text-quiet">{t('statement.frozen', { amount: masked(dollars(closing.frozen)) })}</p>
      ) : null}
      {netValue === null || statement.positions.length === 0 ? null : (
        <p className="mt-1 text-12 text-quiet">{t('statement.netValue', { amount: masked(dollars(netValue)) })}</p>
      )}
      <Moved statement={statement} />
    </section>
  );
}

function Moved({ statement }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const moved = movedOf(statement, t);
  return (
    <div className="mt-4 border-t border-line pt-2">
      <h2 className="py-1 text-12 font-normal text-quiet">{t('statement.moved')}</h2>
      {moved.length === 0 ? (
        <p className="text-14 text-quiet">{t('statement.nothingMoved')}</p>
      ) : (
        <dl className="divide-y divide-line">
          {moved.map(({ name, value, isResult = false }) => (
            <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1">
              <dt className="min-w-0 text-14">{name}</dt>
              <dd className="text-14 font-medium">
                <Amount value={value} signed result={isResult} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Six figures of the period's closed trades. */
export function Results({ statement: { trades } }: { readonly statement: Statement }): ReactNode {
  const t = useText();
  const { percent } = usePercent();
  return (
    <section aria-label={t('statement.results')} className={CARD}>
      <h2 className="text-16 font-semibold">{t('statement.results')}</h2>
      <dl className="mt-3 grid grid-cols-3 gap-3 crowded:grid-cols-2">
        <Figure name={t('statement.stat.trades')}>{formatCount(trades.trades)}</Figure>
        <Figure name={t('statement.stat.winRate')}>{percent(trades.winRate)}</Figure>
        <Figure name={t('statement.stat.lots')}>{formatLotsText(trades.lots)}</Figure>
        <Figure name={t('statement.stat.grossProfit')}>
          <Amount value={trades.grossProfit} result />
        </Figure>
        <Figure name={t('statement.stat.grossLoss')}>
          <Amount value={trades.grossLoss} result />
        </Figure>
        <Figure name={t('statement.stat.net')}>
          <span data-testid="net">
            <Amount value={trades.net} result />
          </span>
        </Figure>
      </dl>
    </section>
  );
}

/** An amount in US dollars for use in a sentence. */
export function dollars(value: string): string {
  return isolate(formatAmount(value));
}
