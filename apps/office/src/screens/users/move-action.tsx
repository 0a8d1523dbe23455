import type { StaffOutput } from '@fairlot/client';
import type { Action, Figure } from '../../actions/action.ts';
import type { Option } from '../../actions/fields.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import { allGroups } from '../../lists/groups/all-groups.ts';
import { office } from '../../shared/services/office.ts';
import type { Text } from '../../shared/language/text.ts';
import { MoveEffect } from './MoveEffect.tsx';

type User = StaffOutput<'officeUser'>;

/** The field that names the group. */
const GROUP = 'group_id';

/** Moves the account of a user to another group. The dialog says what changes for the client, and when. */
export async function moveAction(
  t: Text,
  user: User,
  figures: readonly Figure[],
): Promise<Action<'officeMoveAccount'>> {
  const [groups, { groupId, name }] = await Promise.all([
    allGroups(),
    office.call('officeAccountGroup', { user_id: user.id }),
  ]);
  const other = user.kind === 'real' ? 'demo' : 'real';
  const options = groups
    .filter(({ id, defaultOf }) => id !== groupId && defaultOf !== other)
    .map(({ id, name: label }): Option => ({ value: String(id), label }));
  return {
    call: 'officeMoveAccount',
    title: t('groups.move'),
    text: t('groups.moveText'),
    confirmLabel: t('groups.move'),
    figures: [...figures, { label: t('field.group_id'), value: name }],
    fields: [
      { kind: 'choice', name: GROUP, numeric: true, options: [{ value: '', label: '–' }, ...options] },
      { kind: 'long', name: 'reason' },
    ],
    preview: (given) => {
      const to = given[GROUP];
      return typeof to === 'number' ? <MoveEffect user={user.id} from={groupId} to={to} /> : null;
    },
    input: (given) => ({
      user_id: user.id,
      group_id: given[GROUP] as number,
      reason: String(given['reason']),
      seen: groupId,
    }),
    doneText: (output) => waitingText(t, t('groups.move'), output),
    renewed: () => moveAction(t, user, figures),
  };
}
