import { STAFF_ROLES } from '@fairlot/contract';
import { Button, Dialog } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Field } from '../../actions/fields.ts';
import { Actions } from '../../lists/Actions.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { State, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

type Member = RowOf<'staffMembers'>;
interface SetUpLink {
  readonly name: string;
  readonly token: string;
  readonly expires: string;
}

/** All members of staff with their roles. */
export function StaffScreen(): ReactNode {
  const t = useText();
  const listed = useListed();
  const [link, setLink] = useState<SetUpLink | null>(null);
  const actions = (row: Member): readonly RowAction[] => memberActions(t, row, setLink);
  const invite = (): void =>
    startAction<'staffInvite'>({
      call: 'staffInvite',
      title: t('staff.invite'),
      text: t('staff.inviteText'),
      confirmLabel: t('staff.invite'),
      fields: [{ kind: 'text', name: 'name' }, rolesField(t)],
      input: (given) => given as { name: string; roles: Member['roles'] },
      onDone: ({ token, expiresAt: expires }) => setLink({ name: t('staff.newcomer'), token, expires }),
    });
  return (
    <>
      <ListScreen
        title={t('menu.staff')}
        call="staffMembers"
        idOf={(row) => row.id}
        empty={t('staff.empty')}
        actions={actions}
        tools={<Button onClick={invite}>{t('staff.invite')}</Button>}
        columns={[
          { head: 'name', render: (row) => <bdi>{row.name}</bdi> },
          { head: 'roles', render: (row) => listed(row.roles.map((role) => t(`role.${role}`))) },
          { head: 'state', render: (row) => <State value={row.state} /> },
          { head: 'created_at', spare: true, render: (row) => <When at={row.createdAt} /> },
          { head: 'last_seen_at', render: (row) => <When at={row.lastSeenAt} /> },
        ]}
        renderDetail={(row) => (
          <div className="grid gap-4">
            <h2 className="me-12 text-16 font-semibold">
              <bdi>{row.name}</bdi>
            </h2>
            <Actions actions={actions(row)} />
            <FigureList
              figures={[
                { label: t('field.state'), value: <State value={row.state} /> },
                { label: t('field.roles'), value: listed(row.roles.map((role) => t(`role.${role}`))) },
                { label: t('field.created_at'), value: <When at={row.createdAt} /> },
                { label: t('field.last_seen_at'), value: <When at={row.lastSeenAt} /> },
              ]}
            />
          </div>
        )}
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}

function rolesField(t: Text): Field {
  return { kind: 'many', name: 'roles', options: STAFF_ROLES.map((value) => ({ value, label: t(`role.${value}`) })) };
}

function memberActions(t: Text, row: Member, tell: (link: SetUpLink) => void): readonly RowAction[] {
  const figures = [{ label: t('field.name'), value: row.name }];
  const input = (): { id: number } => ({ id: row.id });
  const roles: RowAction = {
    key: 'e',
    label: t('staff.roles'),
    kind: 'primary',
    run: () =>
      startAction<'staffSetRoles'>({
        call: 'staffSetRoles',
        title: t('staff.roles'),
        figures,
        fields: [rolesField(t)],
        initial: { roles: row.roles },
        confirmLabel: t('action.save'),
        input: (given) => ({ ...(given as { roles: Member['roles'] }), id: row.id }),
      }),
  };
  const link: RowAction = {
    key: 'l',
    label: t('staff.link'),
    run: () =>
      startAction<'staffNewLink'>({
        call: 'staffNewLink',
        title: t('staff.link'),
        figures,
        text: t('staff.linkText'),
        critical: true,
        confirmLabel: t('staff.link'),
        input,
        onDone: ({ token, expiresAt: expires }) => tell({ name: row.name, token, expires }),
      }),
  };
  const shut: RowAction =
    row.state === 'disabled'
      ? {
          label: t('staff.enable'),
          run: () =>
            startAction<'staffEnable'>({
              call: 'staffEnable',
              title: t('staff.enable'),
              figures,
              text: t('staff.enableText'),
              confirmLabel: t('staff.enable'),
              input,
            }),
        }
      : {
          key: 'd',
          label: t('staff.disable'),
          kind: 'critical',
          run: () =>
            startAction<'staffDisable'>({
              call: 'staffDisable',
              title: t('staff.disable'),
              figures,
              text: t('staff.disableText'),
              critical: true,
              confirmLabel: t('staff.disable'),
              input,
            }),
        };
  return [roles, link, shut];
}

/** Shows a set-up link, which can be seen only once. */
function LinkDialog({ link, onClose }: { readonly link: SetUpLink | null; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const address = link === null ? '' : `${location.origin}/office/#/setup?token=${link.token}`;
  return (
    <Dialog open={link !== null} onClose={onClose} title={t('staff.linkTitle', { name: link?.name ?? '' })} wide>
      <p className="mt-2 text-14 text-quiet">
        {t('staff.linkOnce')} <When at={link?.expires} />
      </p>
      <output
        data-testid="link"
        dir="ltr"
        className="mt-3 block rounded-control bg-sunken p-3 text-14 break-all select-all"
      >
        {address}
      </output>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="secondary" onClick={() => void navigator.clipboard.writeText(address)}>
          {t('staff.copy')}
        </Button>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </Dialog>
  );
}
