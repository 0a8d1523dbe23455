import { formatMoneyText } from '@fairlot/client';
import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { MoneyButtons } from '../../features/money/MoneyButtons.tsx';
import { MoneyPage } from '../../features/money/MoneyPage.tsx';
import { useAccount } from '../../shared/account/live-account.ts';
import { useSession } from '../../shared/session/session.ts';
import { HideBalance } from '../../shared/account/HideBalance.tsx';
import { useMasked } from '../../shared/account/hidden-balance.ts';
import { useText } from '../../shared/language/language.ts';

const LINKS = [
  { title: 'bankCards', path: '/mine/bank-card-list' },
  { title: 'coinAddresses', path: '/mine/coin-address-list' },
  { title: 'ledger', path: '/mine/history' },
] as const;

/** The balance, with links to everything that changes it. */
export function WalletScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  return (
    <MoneyPage title={t('title.wallet')}>
      {() => (
        <>
          <Balance />
          <MoneyButtons />
          <ul className="overflow-hidden rounded-surface border border-line bg-surface">
            {LINKS.map(({ title, path }) => (
              <li key={path} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  onClick={() => void navigate(path)}
                  className="flex min-h-13 w-full items-center gap-3 px-4 text-start -outline-offset-2 transition pointed:bg-sunken"
                >
                  <span className="min-w-0 flex-1 text-16">{t(`title.${title}`)}</span>
                  <span className="text-faint">
                    <Icon name="forward" size={16} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </MoneyPage>
  );
}

function Balance(): ReactNode {
  const t = useText();
  const masked = useMasked();
  const account = useAccount();
  const user = useSession((session) => session.user);
  return (
    <section className="rounded-surface border border-line bg-surface p-4">
      <div className="-mt-2 flex items-center gap-1">
        <p className="text-14 text-quiet">{t('money.available')}</p>
        <HideBalance />
      </div>
      <p className="text-28 font-semibold wrap-anywhere">
        <span className="figure">
          {masked(formatMoneyText(account?.available ?? user?.available))}
          <span className="ms-1.5 text-14 font-medium text-quiet">USD</span>
        </span>
      </p>
      <p className="mt-2 text-14 text-quiet">
        {t('money.frozen')}{' '}
        <span className="figure text-ink">{masked(formatMoneyText(account?.frozen ?? user?.frozen))}</span>
      </p>
    </section>
  );
}
