import type { StaffOutput } from '@fairlot/client';
import { Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { resetActions } from './reset-actions.ts';

type Reset = StaffOutput<'factorReset'>;

/** A request with what the two people who decide compare: identity, recent changes and sessions. */
export function ResetDetail({ id }: { readonly id: number }): ReactNode {
  const query = useRead('factorReset', { id }, { every: REFRESH_MS });
  return (
    <Loaded query={query} skeleton={<Skeleton shape="mt-12 h-80 w-full" />}>
      {(reset) => <Detail id={id} reset={reset} />}
    </Loaded>
  );
}

function Detail({ id, reset }: { readonly id: number; readonly reset: Reset }): ReactNode {
  const t = useText();
  const actions = resetActions(t, useSelf(), reset, reset.mayCheck);
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('factorResets.one', { id })}</h2>
      {reset.state === 'waiting' && !reset.mayCheck ? (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">{t('factorResets.papers')}</p>
      ) : null}
      {reset.alone ? (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">{t('factorResets.alone')}</p>
      ) : null}
      {actions.length === 0 ? null : <Actions actions={actions} />}
      <Facts reset={reset} />
      <Sessions reset={reset} />
      <Earlier requests={reset.history} />
    </div>
  );
}

function Facts({ reset }: { readonly reset: Reset }): ReactNode {
  const t = useText();
  const { email, mobile } = reset;
  return (
    <FigureList
      figures={[
        { label: t('field.user'), value: <UserLink id={reset.userId}>{email === '' ? mobile : email}</UserLink> },
        { label: t('field.state'), value: <State value={reset.state} /> },
        { label: t('menu.identity'), value: reset.identity === 'none' ? '–' : <State value={reset.identity} /> },
        { label: t('field.verified_name'), value: <Words>{reset.verifiedName}</Words> },
        { label: t('field.submitted_at'), value: <When at={reset.askedAt} /> },
        { label: t('field.address'), value: <Place {...reset} /> },
        { label: t('field.agent'), value: <Words>{reset.agent}</Words> },
        { label: t('field.registered_at'), value: <When at={reset.registeredAt} /> },
        { label: t('field.password_changed_at'), value: <When at={reset.passwordChangedAt} /> },
        { label: t('field.factor_changed_at'), value: <When at={reset.factorChangedAt} /> },
        { label: t('field.method_bound_at'), value: <When at={reset.methodBoundAt} /> },
        { label: t('field.open_withdrawals'), value: <Figure>{reset.openWithdrawals}</Figure> },
        { label: t('field.frozen_at'), value: <When at={reset.frozenAt} /> },
        { label: t('field.checked_by'), value: <By name={reset.checkedBy} words={reset.checkedWords} /> },
        { label: t('field.approver'), value: <By name={reset.approvedBy} words={reset.approvedWords} /> },
        { label: t('field.effective_at'), value: <When at={reset.effectiveAt} /> },
        { label: t('field.ended_at'), value: <When at={reset.endedAt} /> },
        ...(reset.state === 'refused'
          ? [{ label: t('field.reason'), value: <By name={reset.endedBy} words={reset.endedWords} /> }]
          : []),
      ]}
    />
  );
}

/** A decision: the name of the person, and the words. */
function By({ name, words }: { readonly name: string | null; readonly words: string }): ReactNode {
  if (name === null) return <span className="text-faint">–</span>;
  return (
    <>
      <bdi>{name}</bdi>
      {words === '' ? null : (
        <>
          {' · '}
          <Words>{words}</Words>
        </>
      )}
    </>
  );
}

function Place({ address, country }: { readonly address: string; readonly country: string }): ReactNode {
  return (
    <>
      <Figure>{address}</Figure>
      {country === '' ? null : (
        <>
          {' · '}
          <bdi>{country}</bdi>
        </>
      )}
    </>
  );
}

/** The user's newest sessions, to compare with the origin of the request. */
function Sessions({ reset: { sessions } }: { readonly reset: Reset }): ReactNode {
  const t = useText();
  if (sessions.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-14 font-semibold">{t('field.sessions')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line text-14">
        {sessions.map((session) => (
          <li key={session.at} className="grid gap-0.5 px-3 py-2">
            <span className="flex flex-wrap justify-between gap-2">
              <When at={session.at} />
              <span>
                <Place {...session} />
              </span>
            </span>
            <span className="text-12 text-quiet">
              <Words>{session.agent}</Words>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Earlier requests of the same user. */
function Earlier({ requests }: { readonly requests: Reset['history'] }): ReactNode {
  const t = useText();
  if (requests.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-14 font-semibold">{t('factorResets.history')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line text-14">
        {requests.map((earlier) => (
          <li key={earlier.id} className="flex flex-wrap justify-between gap-2 px-3 py-2">
            <When at={earlier.askedAt} />
            <State value={earlier.state} />
            {earlier.state === 'refused' ? <Words>{earlier.endedWords}</Words> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
