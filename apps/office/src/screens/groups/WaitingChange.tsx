import { isolateWords } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GroupDetail } from '../../lists/groups/rule.ts';
import { GroupChanges, storedGroup } from '../../lists/groups/GroupChanges.tsx';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { takeBack } from './group-actions.tsx';

export interface WaitingChangeProps {
  readonly group: GroupDetail;
  readonly waiting: NonNullable<GroupDetail['waiting']>;
}

/** The change of a group that waits for a second person or for its date, in words, with the way to take it back. */
export function WaitingChange({ group, waiting }: WaitingChangeProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const self = useSelf();
  const { proposal, state, author, effectiveAt } = waiting;
  const { data } = useRead('proposals', { state }, { every: REFRESH_MS });
  const found = data?.list.find(({ id }) => id === proposal);
  const mayTakeBack =
    mayCall(self.roles, 'decideProposal') && (self.name === author || self.roles.includes('administrator'));
  return (
    <section
      data-testid="waiting-change"
      className="m-4 grid gap-3 rounded-surface border border-line bg-notice-soft p-4 text-14"
    >
      <div>
        <h2 className="text-16 font-semibold">
          {state === 'waiting' || effectiveAt === null
            ? t('groups.waits')
            : t('groups.takesEffect', { at: isolateWords(times.dateTime(effectiveAt)) })}
        </h2>
        <p>
          <bdi>{author}</bdi> ·{' '}
          <Link to={`/proposals?id=${proposal}`} className="text-brand underline-offset-2 hover:underline">
            {t('proposals.one', { id: proposal })}
          </Link>
        </p>
        <p>{t('groups.waitsFirst')}</p>
      </div>
      {found === undefined ? null : (
        <GroupChanges before={storedGroup(found.before)} after={storedGroup(found.after)} />
      )}
      {mayTakeBack ? (
        <div>
          <Button kind="critical" onClick={() => takeBack(t, group, proposal)}>
            {t('groups.takeBack')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
