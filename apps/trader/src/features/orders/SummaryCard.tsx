import { formatMoneyText } from '@fairlot/client';
import type { AccountView } from '@fairlot/client';
import { Skeleton, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Dollars } from '../../ordering/Dollars.tsx';
import { useAccount } from '../../shared/account.ts';
import { useText } from '../../shared/text.ts';
import { RatioBar } from './RatioBar.tsx';

/** What the account is worth, as a sentence of figures: net value = balance + floating result; and how safe it is. */
export function SummaryCard(): ReactNode {
  const account = useAccount();
  return (
    <section className="m-4 mb-3 rounded-surface border border-line bg-surface p-4">
      {account === undefined ? <SummarySkeleton /> : <Summary account={account} />}
    </section>
  );
}

function Summary({ account }: { readonly account: AccountView }): ReactNode {
  const text = useText();
  const tone = account.current ? 'text-ink' : 'text-faint';
  return (
    <>
      <p className="text-12 text-quiet">{text('orders.netValue')}</p>
      <p className={cx('text-28 font-bold', tone)}>
        <span className="figure">
          {formatMoneyText(account.netValue)}
          <wbr />
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap items-end gap-x-3 gap-y-1">
        <Term sign="=" name={text('orders.balance')}>
          <span className={cx('figure', tone)}>{formatMoneyText(account.balance)}</span>
        </Term>
        <Term sign="+" name={text('orders.floating')}>
          <Dollars value={account.floatingProfit} result stale={!account.current} />
        </Term>
      </div>
      <dl className="mt-4 grid grid-cols-[repeat(3,auto)] gap-3 border-t crowded:grid-cols-1 border-line pt-3">
        <Figure name={text('orders.margin')} tone={tone}>
          <Dollars value={account.usedMargin} />
        </Figure>
        <Figure name={text('orders.freeMargin')} tone={tone}>
          {formatMoneyText(account.freeMargin)}
        </Figure>
        <Figure name={text('orders.frozen')} tone={tone}>
          {formatMoneyText(account.lockBalance)}
        </Figure>
      </dl>
      <div className="mt-4">
        <RatioBar ratio={account.prepaymentRatio} riskRate={account.riskRate} stale={!account.current} />
      </div>
    </>
  );
}

function Term({
  sign,
  name,
  children,
}: {
  readonly sign: string;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className="flex items-end gap-2">
      <span aria-hidden="true" className="text-14 text-faint">
        {sign}
      </span>
      <span>
        <span className="block text-12 text-quiet">{name}</span>
        <span className="flex min-h-5 items-center text-14 font-medium">{children}</span>
      </span>
    </span>
  );
}

function Figure({
  name,
  tone,
  children,
}: {
  readonly name: string;
  readonly tone: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-12 leading-4 text-quiet">{name}</dt>
      <dd className={cx('text-14 font-medium', tone)}>
        <span className="figure">{children}</span>
      </dd>
    </div>
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
