import type { StaffOutput } from '@fairlot/client';
import { Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { UserImage } from '../../shared/images/UserImage.tsx';
import { identityActions } from './identity-actions.ts';

type Submission = StaffOutput<'identityDetail'>;

/** A submission: both sides of the document side by side, and the data about its owner. */
export function IdentityDetail({ id }: { readonly id: number }): ReactNode {
  const query = useRead('identityDetail', { id }, { every: REFRESH_MS });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="mt-12 h-80 w-full" />}>
      {(submission) => <Detail id={id} submission={submission} />}
    </Loaded>
  );
}

function Detail({ id, submission }: { readonly id: number; readonly submission: Submission }): ReactNode {
  const t = useText();
  const actions = identityActions(t, useSelf(), submission, submission.area);
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('identity.one', { id })}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <UserImage address={submission.frontPic} label={t('identity.front')} />
        <UserImage address={submission.reversePic} label={t('identity.reverse')} />
      </div>
      {actions.length === 0 ? null : <Actions actions={actions} />}
      <Warnings submission={submission} />
      <Facts submission={submission} />
      <Earlier submissions={submission.history} />
    </div>
  );
}

/** Warns about an excluded country, and about other users with the same document. */
function Warnings({ submission }: { readonly submission: Submission }): ReactNode {
  const t = useText();
  const { area, areaExcluded: isExcluded, sameCard: others } = submission;
  return (
    <>
      {isExcluded ? (
        <p className="rounded-control bg-critical-soft p-3 text-14 text-critical">{t('identity.excluded', { area })}</p>
      ) : null}
      {others.length === 0 ? null : (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">
          {t('identity.sameCard')}{' '}
          {others.map((other) => (
            <span key={other.userId} className="me-2">
              <UserLink id={other.userId} /> <State value={other.status} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}

function Facts({ submission }: { readonly submission: Submission }): ReactNode {
  const t = useText();
  const { email, mobile } = submission;
  return (
    <FigureList
      figures={[
        { label: t('field.full_name'), value: <Words>{submission.name}</Words> },
        { label: t('field.card_id'), value: <Figure>{submission.cardId}</Figure> },
        { label: t('field.state'), value: <State value={submission.status} /> },
        { label: t('field.user'), value: <UserLink id={submission.userId}>{email === '' ? mobile : email}</UserLink> },
        { label: t('field.area'), value: <Words>{submission.area}</Words> },
        { label: t('field.country'), value: submission.country ?? '–' },
        { label: t('field.registered_at'), value: <When at={submission.registeredAt} /> },
        { label: t('field.submitted_at'), value: <When at={submission.submittedAt} /> },
        { label: t('field.decided_at'), value: <When at={submission.decidedAt} /> },
        { label: t('field.decided_by'), value: submission.decidedBy ?? '–' },
        ...(submission.revokedAt === null
          ? []
          : [
              { label: t('field.revoked_at'), value: <When at={submission.revokedAt} /> },
              { label: t('field.revoked_by'), value: <Words>{submission.revokedBy ?? ''}</Words> },
            ]),
        { label: t('field.reason'), value: <Words>{submission.reason ?? ''}</Words> },
      ]}
    />
  );
}

/** Earlier submissions of the same user. */
function Earlier({ submissions }: { readonly submissions: Submission['history'] }): ReactNode {
  const t = useText();
  if (submissions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-14 font-semibold">{t('identity.history')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line text-14">
        {submissions.map((earlier) => (
          <li key={earlier.id} className="flex flex-wrap justify-between gap-2 px-3 py-2">
            <When at={earlier.submittedAt} />
            <State value={earlier.status} />
            <Words>{earlier.reason ?? ''}</Words>
          </li>
        ))}
      </ul>
    </section>
  );
}
