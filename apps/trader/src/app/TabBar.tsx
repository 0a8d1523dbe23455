import { Icon, cx } from '@fairlot/ui';
import type { IconName } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { UserButton } from '../shared/layout/UserButton.tsx';
import { useText } from '../shared/language/language.ts';

interface Tab {
  readonly to: string;
  readonly icon: IconName;
  readonly label: 'market' | 'trade' | 'orders' | 'ranking' | 'documentary';
}

const TABS: readonly Tab[] = [
  { to: '/', icon: 'market', label: 'market' },
  { to: '/trade', icon: 'trade', label: 'trade' },
  { to: '/order', icon: 'orders', label: 'orders' },
  { to: '/rank', icon: 'rank', label: 'ranking' },
  { to: '/rank?view=copy', icon: 'copy', label: 'documentary' },
];

export interface TabBarProps {
  /** On screens that are not tabs, only wide windows show the rail; phones show a back button instead. */
  readonly railOnly: boolean;
}

/**
 * The five tabs: at the bottom on phones, as a rail at the start side on wide windows. Hidden while the on-screen
 * keyboard is open.
 */
export function TabBar({ railOnly }: TabBarProps): ReactNode {
  const t = useText();
  const { pathname, search } = useLocation();
  const here = pathname === '/rank' ? `/rank${search === '?view=copy' ? search : ''}` : pathname;
  return (
    <nav
      aria-label={t('nav.tabs')}
      className={cx(
        'safe-bottom order-2 shrink-0 border-t border-line bg-surface in-data-keyboard:hidden railed:order-1 railed:w-24 lg:w-18 xl:w-24 railed:flex-col railed:border-t-0 railed:border-e railed:pt-2',
        railOnly ? 'hidden lg:flex' : 'railed:flex',
      )}
    >
      <ul className="flex railed:flex-1 railed:flex-col">
        {TABS.map((tab) => (
          <li key={tab.to} className="min-w-0 flex-1 railed:flex-none">
            <Link
              to={tab.to}
              aria-current={here === tab.to ? 'page' : undefined}
              className={cx(
                'flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 text-center text-12 font-medium -outline-offset-2 transition lg:min-h-17 crowded:text-tab',
                here === tab.to ? 'text-brand' : 'text-quiet hover:text-ink',
              )}
            >
              <Icon name={tab.icon} />
              <span className="w-full hyphens-auto wrap-anywhere">{t(`tab.${tab.label}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="hidden justify-center py-3 lg:flex">
        <UserButton place="rail" />
      </div>
    </nav>
  );
}
