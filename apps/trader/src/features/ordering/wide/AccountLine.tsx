import { formatMoneyText } from '@fairlot/client';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Dollars } from '../Dollars.tsx';
import { useMasked } from '../../../shared/account/hidden-balance.ts';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';

/** Equity, floating profit and free margin in one line. */
export function AccountLine(): ReactNode {
  const t = useText();
  const account = useAccount();
  const masked = useMasked();
  if (account === undefined) return null;
  const tone = account.current ? 'text-ink' : 'text-faint';
  return (
    <dl className="hidden min-w-0 items-center gap-5 text-12 @min-[26rem]:flex">
      <Figure name={t('orders.netValue')}>
        <span className={cx('figure', tone)}>{masked(formatMoneyText(account.equity))}</span>
      </Figure>
      <Figure name={t('orders.floating')} from="@min-[35rem]:flex">
        <Dollars value={account.floatingProfit} result stale={!account.current} ofAccount />
      </Figure>
      <Figure name={t('orders.freeMargin')} from="@min-[52rem]:flex">
        <span className={cx('figure', tone)}>{masked(formatMoneyText(account.freeMargin))}</span>
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  /** Class for the container width from which the figure is shown; always shown without it. */
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
