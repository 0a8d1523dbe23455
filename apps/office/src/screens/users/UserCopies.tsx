import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LINK } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';

/** Links to the copies in which a user is the copier, and to those of the user as a leader. */
export function UserCopies({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link to={`/copies?user_id=${id}`} className={LINK}>
        {t('field.copier')}
      </Link>
      <Link to={`/copies?leader_id=${id}`} className={LINK}>
        {t('field.leader')}
      </Link>
    </span>
  );
}
