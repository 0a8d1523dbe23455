import { ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import { Figure, State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { problemText } from '../../shared/problem.ts';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { UserImage } from '../../shared/UserImage.tsx';
import { identityActions } from './identity-actions.ts';

/** A submission: both sides of the document beside each other, and what is known of its owner. */
export function IdentityDetail({ id }: { readonly id: number }): ReactNode {
  const t = useText();
  const self = useSelf();
  const { data, error, refetch } = useRead('identityDetail', { id });
  if (data === undefined) {
    return error === null ? (
      <Skeleton shape="mt-12 h-80 w-full" />
    ) : (
      <ErrorState
        title={t('error.title')}
        text={problemText(t, error)}
        retryLabel={t('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  const actions = identityActions(t, self, data, data.area);
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{t('identity.one', { id })}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <UserImage address={data.front_pic} label={t('identity.front')} />
        <UserImage address={data.reverse_pic} label={t('identity.reverse')} />
      </div>
      {actions.length === 0 ? null : <Actions actions={actions} />}
      {data.area_excluded ? (
        <p className="rounded-control bg-critical-soft p-3 text-14 text-critical">
          {t('identity.excluded', { area: data.area })}
        </p>
      ) : null}
      {data.same_card.length === 0 ? null : (
        <p className="rounded-control bg-notice-soft p-3 text-14 text-notice">
          {t('identity.sameCard')}{' '}
          {data.same_card.map((other) => (
            <span key={other.user_id} className="me-2">
              <UserLink id={other.user_id} /> <State value={other.status} />
            </span>
          ))}
        </p>
      )}
      <FigureList
        figures={[
          { label: t('field.full_name'), value: <Words>{data.name}</Words> },
          { label: t('field.card_id'), value: <Figure>{data.card_id}</Figure> },
          { label: t('field.state'), value: <State value={data.status} /> },
          {
            label: t('field.user'),
            value: <UserLink id={data.user_id}>{data.email === '' ? data.mobile : data.email}</UserLink>,
          },
          { label: t('field.area'), value: <Words>{data.area}</Words> },
          { label: t('field.country'), value: data.country ?? '–' },
          { label: t('field.registered_at'), value: <When at={data.registered_at} /> },
          { label: t('field.submitted_at'), value: <When at={data.submitted_at} /> },
          { label: t('field.decided_at'), value: <When at={data.decided_at} /> },
          { label: t('field.decided_by'), value: data.decided_by ?? '–' },
          { label: t('field.reason'), value: <Words>{data.reason ?? ''}</Words> },
        ]}
      />
      {data.history.length === 0 ? null : (
        <section>
          <h3 className="mb-1 text-14 font-semibold">{t('identity.history')}</h3>
          <ul className="divide-y divide-line rounded-control border border-line text-14">
            {data.history.map((earlier) => (
              <li key={earlier.id} className="flex flex-wrap justify-between gap-2 px-3 py-2">
                <When at={earlier.submitted_at} />
                <State value={earlier.status} />
                <Words>{earlier.reason ?? ''}</Words>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
