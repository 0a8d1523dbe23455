import { Icon, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../language/language.ts';

/** Link to the personal center: in the header of tab screens, or in the rail on wide windows. */
export function UserButton({ place = 'header' }: { readonly place?: 'header' | 'rail' }): ReactNode {
  const t = useText();
  const label = t('title.me');
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
