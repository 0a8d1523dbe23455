import { formatMoneyText } from '@fairlot/client';
import type { AccountView } from '@fairlot/client';
import { Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { AccountSwitch } from '../../features/first-minute/AccountSwitch.tsx';
import { Dollars } from '../../features/ordering/Dollars.tsx';
import { HideBalance } from '../../shared/account/HideBalance.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useAccount } from '../../shared/account/live-account.ts';
import { useText } from '../../shared/language/language.ts';
import { Figure, Term } from '../../shared/layout/figures.tsx';
import { RatioBar } from './RatioBar.tsx';

/** The account's figures: equity = balance + total profit and loss of the open positions, then margin and margin level. */
export function SummaryCard(): ReactNode {
  const account = useAccount();
  return (
    <section className="m-4 mb-3 rounded-surface border border-line bg-surface p-4">
      <AccountSwitch />
      <div className="mt-4">{account === undefined ? <SummarySkeleton /> : <Summary account={account} />}</div>
    </section>
  );
}

function Summary({ account }: { readonly account: AccountView }): ReactNode {
  const t = useText();
  const masked = useMasked();
  const tone = account.current ? 'text-ink' : 'text-faint';
  return (
    <>
      <p className="-mt-3 -mb-2 flex items-center gap-1 text-12 text-quiet">
        {t('orders.netValue')}
        <HideBalance />
      </p>
      <p className={cx('text-28 font-bold', tone)}>
        <span className="figure">
          {masked(formatMoneyText(account.equity))}
          <wbr />
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-1">
        <Term sign="=" name={t('orders.balance')}>
          {/* All decimals, so that the printed sum is right to the cent. */}
          <Dollars value={account.balance} stale={!account.current} ofAccount />
        </Term>
        <Term sign="+" name={t('orders.totalResult')}>
          <Dollars value={account.floatingProfit} result stale={!account.current} ofAccount />
        </Term>
      </div>
      <dl className="mt-4 flex flex-wrap justify-between gap-3 border-t border-line pt-3 crowded:flex-col">
        <Figure name={t('orders.margin')} tone={tone}>
          <Dollars value={account.usedMargin} ofAccount />
        </Figure>
        <Figure name={t('orders.freeMargin')} tone={tone}>
          {masked(formatMoneyText(account.freeMargin))}
        </Figure>
        <Figure name={t('orders.frozen')} tone={tone}>
          {masked(formatMoneyText(account.frozen))}
        </Figure>
      </dl>
      <div className="mt-4">
        <RatioBar
          ratio={account.marginLevel}
          riskRate={account.riskRate}
          stale={!account.current}
          call={account.marginCall}
        />
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
