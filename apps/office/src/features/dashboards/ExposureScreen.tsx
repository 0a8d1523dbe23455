import { formatCount, formatLotsText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { Filter } from '../../lists/list-types.ts';
import { Dollars, Figure } from '../../shared/cells.tsx';
import { useText } from '../../shared/text.ts';
import type { Text } from '../../shared/text.ts';

/** Real accounts unless demo ones are asked for. */
export function accountsFilter(t: Text): Filter {
  return {
    kind: 'choice',
    name: 'accounts',
    label: 'accounts',
    first: 'real',
    options: [
      { value: 'real', label: t('kind.real') },
      { value: 'demo', label: t('kind.demo') },
    ],
  };
}

/** What clients hold of each instrument, valued at the current quotes. */
export function ExposureScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.exposure')}
      call="officeExposure"
      idOf={(row) => row.instrument_id}
      empty={t('exposure.empty')}
      filters={[accountsFilter(t)]}
      columns={[
        { head: 'code', render: (row) => row.code },
        { head: 'long_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.long_lots)}</Figure> },
        { head: 'short_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.short_lots)}</Figure> },
        { head: 'net_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.net_lots)}</Figure> },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.net_usd} /> },
        { head: 'clients_profit', figure: true, render: (row) => <Dollars value={row.clients_profit} result /> },
        { head: 'positions', figure: true, render: (row) => <Figure>{formatCount(row.positions)}</Figure> },
        { head: 'accounts', figure: true, render: (row) => <Figure>{formatCount(row.accounts)}</Figure> },
      ]}
    />
  );
}
