import { MOST_FOUND } from '@fairlot/contract';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useGroupFilter } from '../../lists/groups/use-group-filter.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import type { Column } from '../../lists/list-types.ts';
import { Country, Figure, State, When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

/** The words for what a search found a user by. */
const FOUND_BY = {
  number: 'field.id',
  uid: 'field.uid',
  reference: 'field.transfer_reference',
  invite_code: 'field.invite_code',
  email: 'field.email',
  mobile: 'field.mobile',
  name: 'field.full_name',
  document: 'field.card_id',
  payout: 'kind.method',
  transaction: 'field.transaction_id',
  address: 'field.address',
} as const;

/** Searches for users. */
export function UsersScreen(): ReactNode {
  const t = useText();
  const go = useNavigate();
  const [params] = useSearchParams();
  const byGroup = useGroupFilter();
  const isSearch = !['', '-'].includes((params.get('q') ?? '').trim());
  return (
    <ListScreen
      title={t('menu.users')}
      call="officeUsers"
      idOf={(row) => row.id}
      empty={t('users.empty')}
      mostOf={({ q = '' }) => (q.trim() === '' ? undefined : MOST_FOUND)}
      onOpen={(row) => void go(`/users/${row.id}`)}
      filters={[
        { kind: 'text', name: 'q', label: 'search' },
        {
          kind: 'choice',
          name: 'kind',
          label: 'kind',
          first: 'real',
          options: [
            { value: 'real', label: t('kind.real') },
            { value: 'demo', label: t('kind.demo') },
            { value: '', label: t('list.all') },
          ],
        },
        ...byGroup,
      ]}
      columns={[
        { head: 'id', render: (row) => <Figure>{row.id}</Figure> },
        { head: 'uid', render: (row) => <Figure>{row.uid}</Figure> },
        { head: 'email', render: (row) => <Words>{row.email === '' ? row.mobile : row.email}</Words> },
        ...(isSearch ? [foundBy(t)] : []),
        { head: 'kind', render: (row) => t(`kind.${row.kind}`) },
        ...(byGroup.length > 0 ? [GROUP] : []),
        { head: 'area', render: (row) => <Country code={row.area} /> },
        { head: 'created_at', render: (row) => <When at={row.createdAt} /> },
        { head: 'state', render: (row) => <State value={row.frozenAt === null ? 'active' : 'frozen'} /> },
      ]}
    />
  );
}

const GROUP: Column<RowOf<'officeUsers'>> = {
  head: 'group_id',
  render: (row) => <Words>{row.group ?? '–'}</Words>,
};

/** The column that says why a search found a user. */
function foundBy(t: Text): Column<RowOf<'officeUsers'>> {
  return { head: 'found_by', render: (row) => (row.foundBy === null ? '–' : t(FOUND_BY[row.foundBy])) };
}
