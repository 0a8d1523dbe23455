import { STAFF_ROLES } from '@fairlot/contract';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import type { Field } from '../../actions/fields.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import { rowAgain } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';

export type Member = RowOf<'staffMembers'>;

/** A set-up link that is shown because no mail is sent. */
export interface SetUpLink {
  readonly name: string;
  readonly token: string;
  readonly expires: string;
}

type Tell = (link: SetUpLink) => void;

/** Opens the dialog that invites a member of staff. */
export function invite(t: Text, tell: Tell): void {
  startAction<'staffInvite'>({
    call: 'staffInvite',
    title: t('staff.invite'),
    text: `${t('staff.inviteText')} ${t('staff.newRule')}`,
    confirmLabel: t('staff.invite'),
    fields: [{ kind: 'text', name: 'name', hint: t('entry.nameHint') }, { kind: 'text', name: 'email' }, rolesField(t)],
    input: (given) => withMailbox(given) as { name: string; email?: string; roles: Member['roles'] },
    doneText: (output) => sentText(t, output),
    onDone: ({ token, expiresAt: expires }, { name }) => {
      if (token !== null) tell({ name, token, expires });
    },
  });
}

/** The actions on a member of staff in its present state. */
export function memberActions(t: Text, self: StaffSelf, row: Member, tell: Tell): readonly RowAction[] {
  const isUnconfirmed = row.actsFor !== null && row.state === 'active';
  const shut = row.state === 'disabled' ? enable(t, row) : disable(t, self, row);
  return [roles(t, row), newLink(t, row, tell), ...(isUnconfirmed ? [confirm(t, row)] : []), shut];
}

function named(t: Text, row: Member) {
  return { figures: [{ label: t('field.name'), value: row.name }], input: (): { id: number } => ({ id: row.id }) };
}

function roles(t: Text, row: Member): RowAction {
  return { key: 'e', label: t('staff.roles'), kind: 'primary', run: () => startAction(rolesAction(t, row)) };
}

/** Sends the roles that were read, so that an older form gives no role back that a colleague took. */
function rolesAction(t: Text, row: Member): Action<'staffSetRoles'> {
  return {
    call: 'staffSetRoles',
    title: t('staff.roles'),
    figures: named(t, row).figures,
    fields: [rolesField(t)],
    initial: { roles: row.roles },
    confirmLabel: t('action.save'),
    input: (given) => ({ ...(given as { roles: Member['roles'] }), seen: row.roles, id: row.id }),
    doneText: (output) => waitingText(t, t('field.roles'), output),
    renewed: async () => {
      const now = await rowAgain('staffMembers', ({ id }) => id === row.id);
      return now === undefined ? undefined : rolesAction(t, now);
    },
  };
}

function newLink(t: Text, row: Member, tell: Tell): RowAction {
  const run = (): void =>
    startAction<'staffNewLink'>({
      call: 'staffNewLink',
      title: t('staff.link'),
      figures: [...named(t, row).figures, { label: t('field.email'), value: row.email ?? '–' }],
      text: `${t('staff.linkText')} ${t('staff.newRule')}`,
      critical: true,
      confirmLabel: t('staff.link'),
      // Empty: the link goes to the mailbox on record.
      fields: [{ kind: 'text', name: 'email', ...(row.email !== null && { hint: row.email }) }],
      input: (given) => ({ ...withMailbox(given), id: row.id }),
      doneText: (output) => sentText(t, output),
      onDone: ({ token, expiresAt: expires }) => {
        if (token !== null) tell({ name: row.name, token, expires });
      },
    });
  return { key: 'l', label: t('staff.link'), run };
}

function confirm(t: Text, row: Member): RowAction {
  const { figures, input } = named(t, row);
  const run = (): void =>
    startAction<'staffConfirm'>({
      call: 'staffConfirm',
      title: t('staff.confirm'),
      figures: [
        ...figures,
        { label: t('field.email'), value: row.email ?? '–' },
        { label: t('field.acts_for'), value: row.actsFor ?? '–' },
      ],
      text: t('staff.confirmText'),
      confirmLabel: t('staff.confirm'),
      input,
    });
  return { key: 'c', label: t('staff.confirm'), run };
}

function enable(t: Text, row: Member): RowAction {
  const label = t('staff.enable');
  const run = (): void =>
    startAction<'staffEnable'>({
      ...named(t, row),
      call: 'staffEnable',
      title: label,
      text: t('staff.enableText'),
      confirmLabel: label,
    });
  return { label, run };
}

/** To disable the own account one types its name, because only a colleague can bring the access back. */
function disable(t: Text, self: StaffSelf, row: Member): RowAction {
  const own = row.id === self.id;
  const label = t('staff.disable');
  const run = (): void =>
    startAction<'staffDisable'>({
      ...named(t, row),
      call: 'staffDisable',
      title: label,
      text: t(own ? 'staff.disableSelf' : 'staff.disableText'),
      ...(own && { fields: [{ kind: 'text' as const, name: 'name', must: row.name }] }),
      critical: true,
      confirmLabel: label,
    });
  return { key: 'd', label, kind: 'critical', run };
}

function rolesField(t: Text): Field {
  return { kind: 'many', name: 'roles', options: STAFF_ROLES.map((value) => ({ value, label: t(`role.${value}`) })) };
}

/** Leaves out an empty mailbox: then the link goes to the one on record, or is shown. */
function withMailbox(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { email, ...others } = given;
  return email === '' ? others : given;
}

/** The toast of a link that was mailed. */
function sentText(t: Text, { sentTo }: { readonly sentTo: string | null }): string | undefined {
  return sentTo === null ? undefined : t('staff.linkSent', { email: sentTo });
}
