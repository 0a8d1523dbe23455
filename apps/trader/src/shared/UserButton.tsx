import { Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from './text.ts';

/** The way to the personal center, at the top of the tab screens. */
export function UserButton(): ReactNode {
  const text = useText();
  const label = text('title.me');
  return (
    <Link to="/user" aria-label={label} title={label} className="touch inline-grid place-items-center rounded-control text-ink">
      <span className="grid size-8 place-items-center rounded-full bg-brand-soft text-brand"><Icon name="user" size={20} /></span>
    </Link>
  );
}
