import { isolateWords } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { GroupLink } from '../../shared/cells/cells.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';

/** The group of a user's account, and the move that waits. */
export function AccountGroup({ user }: { readonly user: number }): ReactNode {
  const t = useText();
  const times = useTimes();
  const { data } = useRead('officeAccountGroup', { user_id: user }, { every: REFRESH_MS });
  if (data === undefined) return '–';
  const { waiting } = data;
  return (
    <>
      <GroupLink id={data.groupId} name={data.name} />
      {waiting === null ? null : (
        <span className="block text-12 text-quiet">
          {waiting.effectiveAt === null
            ? t('groups.moveWaits', { name: isolateWords(waiting.name) })
            : t('groups.moveAt', {
                name: isolateWords(waiting.name),
                at: isolateWords(times.dateTime(waiting.effectiveAt)),
              })}{' '}
          <Link to={`/proposals?id=${waiting.proposal}`} className="text-brand underline-offset-2 hover:underline">
            {t('proposals.one', { id: waiting.proposal })}
          </Link>
        </span>
      )}
    </>
  );
}
