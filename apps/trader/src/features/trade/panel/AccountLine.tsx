import { formatMoneyText } from '@fairlot/client';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Dollars } from '../../../ordering/Dollars.tsx';
import { useAccount } from '../../../shared/account.ts';
import { useText } from '../../../shared/text.ts';

/** What the account is worth and how much of it is free, in one line where there is room for it. */
export function AccountLine(): ReactNode {
  const text = useText();
  const account = useAccount();
  if (account === undefined) return null;
  const tone = account.current ? 'text-ink' : 'text-faint';
  return (
    <dl className="hidden min-w-0 items-center gap-5 text-12 @min-[26rem]:flex">
      <Figure name={text('orders.netValue')}>
        <span className={cx('figure', tone)}>{formatMoneyText(account.netValue)}</span>
      </Figure>
      <Figure name={text('orders.floating')} from="@min-[35rem]:flex">
        <Dollars value={account.floatingProfit} result stale={!account.current} />
      </Figure>
      <Figure name={text('orders.freeMargin')} from="@min-[52rem]:flex">
        <span className={cx('figure', tone)}>{formatMoneyText(account.freeMargin)}</span>
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  /** The width from which there is room for it; with the whole line without. */
  readonly from?: string;
  readonly children: ReactNode;
}

function Figure({ name, from, children }: FigureProps): ReactNode {
  return (
    <div className={cx('min-w-0 items-baseline gap-1.5', from === undefined ? 'flex' : cx('hidden', from))}>
      <dt className="text-quiet">{name}</dt>
      <dd className="shrink-0 text-14 font-medium">{children}</dd>
    </div>
  );
}
