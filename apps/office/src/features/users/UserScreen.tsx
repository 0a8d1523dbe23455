import type { StaffOutput } from '@fairlot/client';
import { ErrorState, Segmented, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import { Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells.tsx';
import { FigureList } from '../../shared/FigureList.tsx';
import { problemText } from '../../shared/problem.ts';
import { ScreenHead } from '../../shared/ScreenHead.tsx';
import { ScrollRegion } from '../../shared/ScrollRegion.tsx';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { userActions } from './user-actions.ts';
import { UserSessions, UserTimeline } from './UserLists.tsx';

type User = StaffOutput<'officeUser'>;
const EVERY_MS = 15_000;

/** One user: who, the account’s figures, everything that happened, and what may be done. */
export function UserScreen(): ReactNode {
  const t = useText();
  const self = useSelf();
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'sessions' ? 'sessions' : 'timeline';
  const { data: user, error, refetch } = useRead('officeUser', { user_id: id }, { every: EVERY_MS });
  if (user === undefined) {
    return error === null ? (
      <div className="p-4">
        <Skeleton shape="h-80 w-full" />
      </div>
    ) : (
      <ErrorState
        title={t('error.title')}
        text={problemText(t, error)}
        retryLabel={t('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="flex h-full flex-col overflow-y-auto lg:overflow-hidden">
      <ScreenHead title={nameOf(user)} tools={<Actions actions={userActions(t, self, user)} />} />
      <div className="min-h-0 flex-1 border-t border-line bg-surface lg:grid lg:grid-cols-[24rem_1fr]">
        <ScrollRegion label={t('users.facts')} className="overflow-y-auto border-line p-4 lg:border-e">
          <Facts user={user} />
        </ScrollRegion>
        <div className="flex min-h-96 flex-col lg:min-h-0">
          <div className="gutter py-3 sm:max-w-100">
            <Segmented
              label={t('users.parts')}
              value={tab}
              onChange={(value) => setParams({ tab: value }, { replace: true })}
              options={[
                { value: 'timeline', label: t('users.timeline') },
                { value: 'sessions', label: t('users.sessions') },
              ]}
            />
          </div>
          {tab === 'timeline' ? (
            <UserTimeline key={user.id} id={user.id} />
          ) : (
            <UserSessions key={user.id} id={user.id} />
          )}
        </div>
      </div>
    </div>
  );
}

/** What a user is called in the office: the email, else the mobile number, else the uid. */
export function nameOf(user: Pick<User, 'email' | 'mobile' | 'uid'>): string {
  return [user.email, user.mobile, user.uid].find((name) => name !== '') ?? '';
}

function Facts({ user }: { readonly user: User }): ReactNode {
  const t = useText();
  const { account } = user;
  return (
    <div className="grid gap-4">
      {account === null ? (
        <p className="text-14 text-quiet">{t('users.noAccount')}</p>
      ) : (
        <FigureList
          figures={[
            { label: t('field.balance'), value: <Dollars value={account.balance} /> },
            { label: t('field.lock_balance'), value: <Dollars value={account.lock_balance} /> },
            { label: t('field.net_value'), value: <Dollars value={account.equity} /> },
            { label: t('field.used_margin'), value: <Dollars value={account.used_margin} /> },
            { label: t('field.free_margin'), value: <Dollars value={account.free_margin} /> },
            { label: t('field.floating_profit'), value: <Dollars value={account.floating_profit} result /> },
            { label: t('field.open_positions'), value: <Figure>{account.open_positions}</Figure> },
          ]}
        />
      )}
      <FigureList
        figures={[
          { label: t('field.id'), value: <Figure>{user.id}</Figure> },
          { label: t('field.uid'), value: <Figure>{user.uid}</Figure> },
          { label: t('field.kind'), value: t(`kind.${user.kind}`) },
          { label: t('field.state'), value: <State value={user.frozen_at === null ? 'active' : 'frozen'} /> },
          { label: t('field.email'), value: <Words>{user.email}</Words> },
          { label: t('field.mobile'), value: <Words>{user.mobile}</Words> },
          { label: t('field.area'), value: <Words>{user.area}</Words> },
          { label: t('field.language'), value: <Words>{user.language}</Words> },
          { label: t('field.created_at'), value: <When at={user.created_at} /> },
          { label: t('field.risk_consent_at'), value: <When at={user.risk_consent_at} /> },
          { label: t('field.second_factor'), value: user.second_factor ? t('form.yes') : t('form.no') },
          { label: t('field.sessions'), value: <Figure>{user.sessions}</Figure> },
          { label: t('field.invite_code'), value: <Figure>{user.invite_code}</Figure> },
          { label: t('field.inviter_id'), value: user.inviter_id === null ? '–' : <UserLink id={user.inviter_id} /> },
        ]}
      />
    </div>
  );
}
