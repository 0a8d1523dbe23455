import { formatMoneyText } from '@fairlot/client';
import type { AccountView } from '@fairlot/client';
import { Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Dollars } from '../../features/ordering/Dollars.tsx';
import { useAccount } from '../../shared/account/live-account.ts';
import { useText } from '../../shared/language/language.ts';
import { Figure, Term } from '../../shared/layout/figures.tsx';
import { RatioBar } from './RatioBar.tsx';

/** The account's figures: net value = balance + total profit and loss of the open positions, then margin and prepayment ratio. */
export function SummaryCard(): ReactNode {
  const account = useAccount();
  return (
    <section className="m-4 mb-3 rounded-surface border border-line bg-surface p-4">
      {account === undefined ? <SummarySkeleton /> : <Summary account={account} />}
    </section>
  );
}

function Summary({ account }: { readonly account: AccountView }): ReactNode {
  const t = useText();
  const tone = account.current ? 'text-ink' : 'text-faint';
  return (
    <>
      <p className="text-12 text-quiet">{t('orders.netValue')}</p>
      <p className={cx('text-28 font-bold', tone)}>
        <span className="figure">
          {formatMoneyText(account.equity)}
          <wbr />
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-1">
        <Term sign="=" name={t('orders.balance')}>
          <span className={cx('figure', tone)}>{formatMoneyText(account.balance)}</span>
        </Term>
        <Term sign="+" name={t('orders.totalResult')}>
          <Dollars value={account.floatingProfit} result stale={!account.current} />
        </Term>
      </div>
      <dl className="mt-4 flex flex-wrap justify-between gap-3 border-t border-line pt-3 crowded:flex-col">
        <Figure name={t('orders.margin')} tone={tone}>
          <Dollars value={account.usedMargin} />
        </Figure>
        <Figure name={t('orders.freeMargin')} tone={tone}>
          {formatMoneyText(account.freeMargin)}
        </Figure>
        <Figure name={t('orders.frozen')} tone={tone}>
          {formatMoneyText(account.frozen)}
        </Figure>
      </dl>
      <div className="mt-4">
        <RatioBar ratio={account.marginLevel} riskRate={account.riskRate} stale={!account.current} />
      </div>
    </>
  );
}

function SummarySkeleton(): ReactNode {
  return (
    <div className="space-y-3" aria-busy="true">
      <Skeleton shape="h-4 w-20" />
      <Skeleton shape="h-9 w-48" />
      <Skeleton shape="h-9 w-full" />
      <Skeleton shape="h-12 w-full" />
      <Skeleton shape="h-10 w-full" />
    </div>
  );
}
