import { formatMoneyText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useAccount } from '../../shared/account/live-account.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { HideBalance } from '../../shared/account/HideBalance.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { AccountSwitch } from '../../features/first-minute/AccountSwitch.tsx';
import { Dollars } from '../../features/ordering/Dollars.tsx';
import { useOwnUser } from '../../shared/services/own-user.ts';

/** Balance and live figures of the account. One button hides them all. */
export function AccountCard(): ReactNode {
  const t = useText();
  const user = useOwnUser();
  const { percent } = usePercent();
  const account = useAccount();
  const shown = useMasked();
  const balance = account?.available ?? user?.available;
  const frozen = account?.frozen ?? user?.frozen;
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      <AccountSwitch />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {/* A demo account has no address; the switch names it. */}
        {user?.isDemo === true ? null : (
          <p className="flex max-w-full min-w-0 text-14 font-medium">
            <bdi dir="ltr" className="truncate crowded:wrap-anywhere crowded:whitespace-normal">
              {user?.email === '' ? user.mobile : user?.email}
            </bdi>
          </p>
        )}
        <p className="text-12 text-quiet">
          {t('user.number')} <bdi className="figure">{user?.uid}</bdi>
        </p>
      </div>
      <div className="mt-3 flex items-center gap-1">
        <p className="text-14 text-quiet">{t('money.available')}</p>
        <HideBalance />
      </div>
      <p className="text-28 font-semibold wrap-anywhere">
        <span className="figure">
          <span data-testid="balance">{shown(formatMoneyText(balance))}</span>
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4">
        <Figure name={t('user.netValue')} value={shown(formatMoneyText(account?.equity))} />
        <Figure name={t('user.floating')} value={<Dollars value={account?.floatingProfit} result ofAccount />} />
        <Figure name={t('user.freeMargin')} value={shown(formatMoneyText(account?.freeMargin))} />
        <Figure name={t('user.margin')} value={<Dollars value={account?.usedMargin} ofAccount />} />
        <Figure name={t('money.frozen')} value={shown(formatMoneyText(frozen))} />
        <Figure name={t('user.ratio')} value={shown(percent(account?.marginLevel))} />
      </dl>
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-quiet">{name}</dt>
      <dd className="text-16 font-medium wrap-anywhere">
        <span className="figure">{value}</span>
      </dd>
    </div>
  );
}
