import type { StaffOutput } from '@fairlot/client';
import { Chip } from '@fairlot/ui';
import { useWhileShown } from '@fairlot/web';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import { Country, Dollars, Figure, State, UserLink, When, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import { AccountGroup } from './AccountGroup.tsx';
import { languageName } from '../../shared/language/language-name.ts';
import { closingFigures, userState } from './closing-figures.tsx';
import { userActions } from './user-actions.ts';
import { frozenFigures } from '../../shared/cells/frozen-figures.tsx';
import { identityFigures } from '../../shared/cells/identity-figures.tsx';
import { UserCopies } from './UserCopies.tsx';
import { USER_PARTS } from './user-parts.tsx';

type User = StaffOutput<'officeUser'>;
const EVERY_MS = 15_000;

/** One user: identity, the account's figures, all events and the allowed actions. */
export function UserScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useRead('officeUser', { user_id: id }, { every: EVERY_MS });
  return <Loaded query={query}>{(user) => <Page key={user.id} user={user} />}</Loaded>;
}

function Page({ user }: { readonly user: User }): ReactNode {
  const t = useText();
  const self = useSelf();
  const whileShown = useWhileShown();
  const [params, setParams] = useSearchParams();
  const parts = USER_PARTS.filter(({ call }) => mayCall(self.roles, call));
  const part = parts.find(({ name }) => name === params.get('tab')) ?? parts[0];
  return (
    <div className="flex h-full flex-col overflow-y-auto lg:overflow-hidden">
      <ScreenHead title={nameOf(user)} tools={<Actions actions={userActions(t, self, user, whileShown)} />} />
      <div className="min-h-0 flex-1 border-t border-line bg-surface lg:grid lg:grid-cols-[24rem_1fr]">
        <ScrollRegion label={t('users.facts')} className="overflow-y-auto border-line p-4 lg:border-e">
          <Facts user={user} />
        </ScrollRegion>
        <div className="flex min-h-96 min-w-0 flex-col lg:min-h-0">
          <nav aria-label={t('users.parts')} className="gutter flex flex-wrap gap-x-2 py-1">
            {parts.map(({ name, label }) => (
              <Chip
                key={name}
                pressed={name === part?.name}
                onPress={() => setParams({ tab: name }, { replace: true })}
              >
                {label(t)}
              </Chip>
            ))}
          </nav>
          {part === undefined ? null : <part.Part user={user} />}
        </div>
      </div>
    </div>
  );
}

/** The name of a user in the office: the email address, else the mobile number, else the uid. */
export function nameOf(user: Pick<User, 'email' | 'mobile' | 'uid'>): string {
  return [user.email, user.mobile, user.uid].find((name) => name !== '') ?? '';
}

function Facts({ user }: { readonly user: User }): ReactNode {
  const t = useText();
  const self = useSelf();
  const { account } = user;
  return (
    <div className="grid gap-4">
      {account === null ? (
        <p className="text-14 text-quiet">{t('users.noAccount')}</p>
      ) : (
        <FigureList
          figures={[
            { label: t('field.balance'), value: <Dollars value={account.balance} /> },
            { label: t('field.available'), value: <Dollars value={account.available} /> },
            { label: t('field.lock_balance'), value: <Dollars value={account.frozen} /> },
            { label: t('field.net_value'), value: <Dollars value={account.equity} /> },
            { label: t('field.used_margin'), value: <Dollars value={account.usedMargin} /> },
            { label: t('field.free_margin'), value: <Dollars value={account.freeMargin} /> },
            { label: t('field.floating_profit'), value: <Dollars value={account.floatingProfit} result /> },
            { label: t('field.open_positions'), value: <Figure>{account.openPositions}</Figure> },
          ]}
        />
      )}
      <FigureList
        figures={[
          { label: t('field.id'), value: <Figure>{user.id}</Figure> },
          { label: t('field.uid'), value: <Figure>{user.uid}</Figure> },
          { label: t('field.kind'), value: t(`kind.${user.kind}`) },
          { label: t('field.state'), value: <State value={userState(user)} /> },
          ...(account === null ? [] : [{ label: t('field.group_id'), value: <AccountGroup user={user.id} /> }]),
          ...(account === null || !mayCall(self.roles, 'officeCopies')
            ? []
            : [{ label: t('menu.copies'), value: <UserCopies id={user.id} /> }]),
          ...frozenFigures(t, user),
          ...closingFigures(t, user),
          ...identityFigures(t, user),
          { label: t('field.email'), value: <Words>{user.email}</Words> },
          { label: t('field.mobile'), value: <Words>{user.mobile}</Words> },
          { label: t('field.area'), value: <Country code={user.area} /> },
          { label: t('field.language'), value: <Words>{languageName(user.language)}</Words> },
          { label: t('field.created_at'), value: <When at={user.createdAt} /> },
          { label: t('field.risk_consent_at'), value: <When at={user.riskConsentAt} /> },
          { label: t('field.second_factor'), value: user.secondFactor ? t('form.yes') : t('form.no') },
          { label: t('field.passkeys'), value: <Figure>{user.passkeys}</Figure> },
          { label: t('field.sessions'), value: <Figure>{user.sessions}</Figure> },
          { label: t('field.invite_code'), value: <Figure>{user.inviteCode}</Figure> },
          { label: t('field.inviter_id'), value: user.inviterId === null ? '–' : <UserLink id={user.inviterId} /> },
        ]}
      />
    </div>
  );
}
