import { formatAmount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import { CLOSING_GRACE_DAYS, USER_READERS } from '@fairlot/contract';
import { isolate } from '@fairlot/i18n';
import type { StaffCallName } from '@fairlot/contract';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { startLate } from '../../actions/late-action.ts';
import type { WhileShown } from '../../actions/late-action.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { userNumber } from '../../lists/user-number.ts';
import { office } from '../../shared/services/office.ts';
import { moveAction } from './move-action.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';

type User = StaffOutput<'officeUser'>;

/** An action with the call that the user must be allowed to make. */
type Offer = RowAction & { readonly call: StaffCallName };

/** Calls that need an open account. */
const OF_ACCOUNTS: ReadonlySet<StaffCallName> = new Set(['officeAdjust', 'officeMoveAccount']);

/** The actions on a user that the signed-in member of staff may take, on a screen of the user alone. */
export function userActions(t: Text, self: StaffSelf, user: User, whileShown: WhileShown): readonly RowAction[] {
  const offers = [
    note(t, user),
    task(t, user, whileShown),
    message(t, user),
    ...changeEmail(t, user),
    link(t, user),
    adjust(t, user),
    move(t, user, whileShown),
    signOut(t, user),
    user.frozenAt === null ? freeze(t, user) : unfreeze(t, user),
    ...closing(t, user),
  ];
  return offers.filter(({ call }) => mayCall(self.roles, call) && (user.account !== null || !OF_ACCOUNTS.has(call)));
}

/** The parts that all actions on a user share: the user's name, and the user's id in the input. */
function about(t: Text, user: User) {
  const name = [user.email === '' ? user.mobile : user.email, user.uid].filter((part) => part !== '').join(' · ');
  return {
    figures: [{ label: t('field.user'), value: name }],
    input: (given: Readonly<Record<string, unknown>>) => ({ ...given, user_id: user.id }) as never,
  };
}

function note(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeAddNote'>({
      ...about(t, user),
      call: 'officeAddNote',
      title: t('users.note'),
      text: t('users.noteText'),
      confirmLabel: t('action.save'),
      fields: [{ kind: 'long', name: 'text' }],
    });
  return { call: 'officeAddNote', label: t('users.note'), run };
}

function task(t: Text, user: User, whileShown: WhileShown): Offer {
  const run = (): Promise<void> => startLate(t, whileShown, () => taskAction(t, user));
  return { call: 'officeAddTask', label: t('users.addTask'), run };
}

async function taskAction(t: Text, user: User): Promise<Action<'officeAddTask'>> {
  // Without the names, a task can still be given to a role.
  const colleagues = await office.call('officeColleagues', {}).catch(() => ({ list: [] }));
  return {
    ...about(t, user),
    call: 'officeAddTask',
    title: t('users.addTask'),
    text: t('users.addTaskText'),
    confirmLabel: t('action.save'),
    fields: [
      { kind: 'long', name: 'text' },
      {
        kind: 'choice',
        name: 'assignee',
        options: [
          { value: '', label: '–' },
          ...USER_READERS.map((role) => ({ value: role, label: t(`role.${role}`) })),
          ...colleagues.list.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
      },
      { kind: 'day', name: 'due_on' },
    ],
  };
}

function message(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeSendMessage'>({
      ...about(t, user),
      call: 'officeSendMessage',
      title: t('users.message'),
      text: t('users.messageText'),
      confirmLabel: t('support.send'),
      fields: [{ kind: 'long', name: 'text' }],
    });
  return { call: 'officeSendMessage', label: t('users.message'), run };
}

function changeEmail(t: Text, user: User): readonly Offer[] {
  if (user.kind !== 'real' || user.closingAt !== null || user.frozenAt !== null) return [];
  const run = (): void =>
    startAction<'proposeEmailChange'>({
      ...about(t, user),
      call: 'proposeEmailChange',
      title: t('emailChanges.propose'),
      text: t('emailChanges.proposeText'),
      confirmLabel: t('emailChanges.propose'),
      doneText: () => t('emailChanges.proposed'),
      fields: [
        { kind: 'text', name: 'email', label: 'new_email', wide: true },
        { kind: 'long', name: 'reason' },
      ],
    });
  return [{ call: 'proposeEmailChange', label: t('emailChanges.propose'), run }];
}

function link(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeLinkUsers'>({
      ...about(t, user),
      call: 'officeLinkUsers',
      title: t('users.link'),
      text: t('users.linkText'),
      confirmLabel: t('users.link'),
      fields: [
        { kind: 'text', name: 'other_id' },
        { kind: 'long', name: 'reason' },
      ],
      input: ({ other_id: other, reason }) =>
        ({ user_id: user.id, other_id: Number(userNumber(String(other)) ?? 0), reason }) as never,
    });
  return { call: 'officeLinkUsers', label: t('users.link'), run };
}

function adjust(t: Text, user: User): Offer {
  const common = about(t, user);
  const balance = { label: t('field.available'), value: isolate(formatAmount(user.account?.available)) };
  const run = (): void =>
    startAction<'officeAdjust'>({
      ...common,
      call: 'officeAdjust',
      title: t('users.adjust'),
      text: t('users.adjustText'),
      confirmLabel: t('users.adjust'),
      figures: [...common.figures, balance],
      fields: [
        { kind: 'decimal', name: 'amount', hint: t('users.amountHint') },
        { kind: 'long', name: 'memo' },
      ],
    });
  return { call: 'officeAdjust', label: t('users.adjust'), run };
}

function move(t: Text, user: User, whileShown: WhileShown): Offer {
  const run = (): Promise<void> => startLate(t, whileShown, () => moveAction(t, user, about(t, user).figures));
  return { call: 'officeMoveAccount', label: t('groups.move'), run };
}

function signOut(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeEndUserSessions'>({
      ...about(t, user),
      call: 'officeEndUserSessions',
      title: t('users.signOut'),
      text: t('users.signOutText', { sessions: user.sessions }),
      critical: true,
      confirmLabel: t('users.signOut'),
    });
  return { call: 'officeEndUserSessions', label: t('users.signOut'), run };
}

function freeze(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeFreezeUser'>({
      ...about(t, user),
      call: 'officeFreezeUser',
      title: t('users.freeze'),
      text: t('users.freezeText'),
      critical: true,
      confirmLabel: t('users.freeze'),
      fields: [{ kind: 'long', name: 'reason' }],
    });
  return { call: 'officeFreezeUser', kind: 'critical', label: t('users.freeze'), run };
}

function unfreeze(t: Text, user: User): Offer {
  const run = (): void =>
    startAction<'officeUnfreezeUser'>({
      ...about(t, user),
      call: 'officeUnfreezeUser',
      title: t('users.unfreeze'),
      text: t('users.unfreezeText'),
      confirmLabel: t('users.unfreeze'),
      fields: [{ kind: 'long', name: 'reason' }],
    });
  return { call: 'officeUnfreezeUser', label: t('users.unfreeze'), run };
}

/** Closes the account of a person, or takes that back while it is not final. */
function closing(t: Text, user: User): readonly Offer[] {
  if (user.kind !== 'real' || user.closedAt !== null || user.erasedAt !== null) return [];
  const isOpen = user.closingAt === null;
  const call = isOpen ? 'officeCloseUser' : 'officeReopenUser';
  const label = t(isOpen ? 'users.close' : 'users.reopen');
  const run = (): void =>
    startAction<typeof call>({
      ...about(t, user),
      call,
      title: label,
      text: isOpen ? t('users.closeText', { days: CLOSING_GRACE_DAYS }) : t('users.unfreezeText'),
      critical: isOpen,
      confirmLabel: label,
      fields: [{ kind: 'long', name: 'reason' }],
    });
  return [{ call, ...(isOpen && { kind: 'critical' as const }), label, run }];
}
