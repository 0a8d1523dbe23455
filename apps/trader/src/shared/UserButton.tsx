import { Icon, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from './text.ts';

/** The way to the personal center: at the top of the tab screens, in the rail where there is one on a wide window. */
export function UserButton({ place = 'header' }: { readonly place?: 'header' | 'rail' }): ReactNode {
  const text = useText();
  const label = text('title.me');
  return (
    <Link
      to="/user"
      aria-label={label}
      title={label}
      className={cx('touch inline-grid place-items-center rounded-control text-ink', place === 'header' && 'lg:hidden')}
    >
      <span className="grid size-8 place-items-center rounded-full bg-brand-soft text-brand">
        <Icon name="user" size={20} />
      </span>
    </Link>
  );
}
