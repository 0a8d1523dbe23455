import { Button, Dialog } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { State, When } from '../../shared/cells/cells.tsx';
import { useCopy } from '../../shared/cells/Copied.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { useText } from '../../shared/language/language.ts';
import { invite, memberActions } from './staff-actions.ts';
import type { Member, SetUpLink } from './staff-actions.ts';

/** All members of staff with their roles. */
export function StaffScreen(): ReactNode {
  const t = useText();
  const listed = useListed();
  const [link, setLink] = useState<SetUpLink | null>(null);
  const actions = (row: Member): readonly RowAction[] => memberActions(t, row, setLink);
  return (
    <>
      <ListScreen
        title={t('menu.staff')}
        call="staffMembers"
        idOf={(row) => row.id}
        empty={t('staff.empty')}
        actions={actions}
        tools={<Button onClick={() => invite(t, setLink)}>{t('staff.invite')}</Button>}
        columns={[
          { head: 'name', render: (row) => <bdi>{row.name}</bdi> },
          { head: 'roles', render: (row) => listed(row.roles.map((role) => t(`role.${role}`))) },
          { head: 'state', render: (row) => <State value={row.state} /> },
          { head: 'acts_for', spare: true, render: (row) => <bdi>{row.actsFor ?? '–'}</bdi> },
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
                { label: t('field.email'), value: <bdi>{row.email ?? '–'}</bdi> },
                { label: t('field.acts_for'), value: <bdi>{row.actsFor ?? '–'}</bdi> },
                { label: t('field.decides_from'), value: <When at={row.decidesFrom} /> },
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

/** Shows a set-up link, which can be seen only once. */
function LinkDialog({ link, onClose }: { readonly link: SetUpLink | null; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const copy = useCopy();
  // The last link stays in the dialog while it fades.
  const [shown, setShown] = useState(link);
  if (link !== null && link !== shown) setShown(link);
  if (shown === null) return null;
  const address = `${location.origin}/office/#/setup?token=${shown.token}`;
  return (
    <Dialog open={link !== null} onClose={onClose} title={t('staff.linkTitle', { name: shown.name })} wide>
      <p className="mt-2 text-14 text-quiet">
        {t('staff.linkOnce')} <When at={shown.expires} />
      </p>
      <output
        data-testid="link"
        dir="ltr"
        className="mt-3 block rounded-control bg-sunken p-3 text-14 break-all select-all"
      >
        {address}
      </output>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="secondary" onClick={() => copy(address)}>
          {t('staff.copy')}
        </Button>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </Dialog>
  );
}
