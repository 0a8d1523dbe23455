import { formatCount, formatLotsText } from '@fairlot/client';
import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { Filter } from '../../lists/list-types.ts';
import { Dollars, Figure } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';

/** Selects live or demo accounts; default live. */
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

/** The clients' positions by instrument, valued at the current quotes. */
export function ExposureScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.exposure')}
      call="officeExposure"
      idOf={(row) => row.instrumentId}
      empty={t('exposure.empty')}
      filters={[accountsFilter(t)]}
      columns={[
        { head: 'code', render: (row) => row.code },
        { head: 'long_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.longLots)}</Figure> },
        { head: 'short_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.shortLots)}</Figure> },
        { head: 'net_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.netLots)}</Figure> },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        { head: 'clients_profit', figure: true, render: (row) => <Dollars value={row.clientsProfit} result /> },
        { head: 'positions', figure: true, render: (row) => <Figure>{formatCount(row.positions)}</Figure> },
        { head: 'accounts', figure: true, render: (row) => <Figure>{formatCount(row.accounts)}</Figure> },
      ]}
    />
  );
}
