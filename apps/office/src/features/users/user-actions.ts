import { formatAmount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { StaffCallName } from '@fairlot/contract';
import { startAction } from '../../actions/action.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { mayCall } from '../../shared/rights.ts';
import type { StaffSelf } from '../../shared/session.ts';
import type { Text } from '../../shared/text.ts';

type User = StaffOutput<'officeUser'>;

/** What somebody may do about a user. */
export function userActions(t: Text, self: StaffSelf, user: User): readonly RowAction[] {
  const figures = [
    {
      label: t('field.user'),
      value: [user.email === '' ? user.mobile : user.email, user.uid].filter((part) => part !== '').join(' · '),
    },
  ];
  const common = {
    figures,
    input: (given: Readonly<Record<string, unknown>>) => ({ ...given, user_id: user.id }) as never,
  };
  const offered: readonly (RowAction & { readonly call: StaffCallName })[] = [
    {
      call: 'officeAddNote',
      label: t('users.note'),
      run: () =>
        startAction<'officeAddNote'>({
          ...common,
          call: 'officeAddNote',
          title: t('users.note'),
          text: t('users.noteText'),
          confirmLabel: t('action.save'),
          fields: [{ kind: 'long', name: 'text' }],
        }),
    },
    {
      call: 'officeAdjust',
      label: t('users.adjust'),
      run: () =>
        startAction<'officeAdjust'>({
          ...common,
          call: 'officeAdjust',
          title: t('users.adjust'),
          text: t('users.adjustText'),
          confirmLabel: t('users.adjust'),
          figures: [...figures, { label: t('field.balance'), value: isolate(formatAmount(user.account?.balance)) }],
          fields: [
            { kind: 'decimal', name: 'amount', hint: t('users.amountHint') },
            { kind: 'long', name: 'memo' },
          ],
        }),
    },
    {
      call: 'officeEndUserSessions',
      label: t('users.signOut'),
      run: () =>
        startAction<'officeEndUserSessions'>({
          ...common,
          call: 'officeEndUserSessions',
          title: t('users.signOut'),
          text: t('users.signOutText', { sessions: user.sessions }),
          critical: true,
          confirmLabel: t('users.signOut'),
        }),
    },
    user.frozen_at === null
      ? {
          call: 'officeFreezeUser',
          kind: 'critical',
          label: t('users.freeze'),
          run: () =>
            startAction<'officeFreezeUser'>({
              ...common,
              call: 'officeFreezeUser',
              title: t('users.freeze'),
              text: t('users.freezeText'),
              critical: true,
              confirmLabel: t('users.freeze'),
              fields: [{ kind: 'long', name: 'reason' }],
            }),
        }
      : {
          call: 'officeUnfreezeUser',
          label: t('users.unfreeze'),
          run: () =>
            startAction<'officeUnfreezeUser'>({
              ...common,
              call: 'officeUnfreezeUser',
              title: t('users.unfreeze'),
              text: t('users.unfreezeText'),
              confirmLabel: t('users.unfreeze'),
              fields: [{ kind: 'long', name: 'reason' }],
            }),
        },
  ];
  return offered.filter(({ call }) => mayCall(self.roles, call) && (call !== 'officeAdjust' || user.account !== null));
}
