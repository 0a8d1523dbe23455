import { cx, Icon } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useRead } from '../lists/list-calls.ts';
import { useSelf } from '../shared/session/session.ts';
import { useText } from '../shared/language/language.ts';
import { menuFor } from '../shared/menu/menu.ts';
import type { MenuEntry } from '../shared/menu/menu.ts';

const QUEUES_EVERY_MS = 15_000;

/** The menu of the allowed screens, with the lengths of their queues. */
export function Navigation({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const t = useText();
  const self = useSelf();
  const { data } = useRead('officeQueues', {}, { every: QUEUES_EVERY_MS });
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Keeps the current entry in view, also after a link from another place.
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const waiting = new Map(data?.queues.map((queue) => [queue.name, queue.waiting]));
  return (
    <nav ref={list} aria-label={t('menu.label')} className="flex min-h-full flex-col gap-3 p-2">
      <p className="hidden px-2 pt-1 text-16 font-semibold lg:block">{t('title')}</p>
      {menuFor(self.roles).map((group) => (
        <div key={group.text}>
          <h2 className="px-2 pb-0.5 text-12 text-faint">{t(`menu.${group.text}`)}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.path}>
                <Entry entry={entry} waiting={entry.queue === undefined ? undefined : waiting.get(entry.queue)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto border-t border-line pt-2">
        <NavLink
          to="/self"
          className={({ isActive }) => cx(LINK, isActive ? 'bg-brand-soft font-semibold text-brand' : 'text-ink')}
        >
          <Icon name="user" size={20} />
          <bdi className="min-w-0 flex-1 truncate">{self.name}</bdi>
        </NavLink>
        <button type="button" onClick={onHelp} className={cx(LINK, 'w-full text-start text-quiet')}>
          <Icon name="info" size={20} />
          {t('menu.keys')}
        </button>
      </div>
    </nav>
  );
}

const LINK = 'flex min-h-11 items-center gap-2 rounded-control px-2 text-14 hover:bg-sunken lg:min-h-9';

function Entry({ entry, waiting }: { readonly entry: MenuEntry; readonly waiting: number | undefined }): ReactNode {
  const t = useText();
  return (
    <NavLink
      to={entry.path}
      end={entry.path === '/'}
      className={({ isActive }) => cx(LINK, isActive ? 'bg-brand-soft font-semibold text-brand' : 'text-ink')}
    >
      <span className="min-w-0 flex-1">{t(`menu.${entry.text}`)}</span>
      {waiting === undefined || waiting === 0 ? null : (
        <span className="figure min-w-6 rounded-full bg-brand-fill px-1.5 text-center text-12 leading-5 font-semibold text-on-fill">
          {waiting}
          <span className="sr-only"> {t('menu.waiting')}</span>
        </span>
      )}
    </NavLink>
  );
}
