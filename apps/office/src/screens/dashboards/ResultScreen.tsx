import { camelKey } from '@fairlot/client';
import type { ReactNode } from 'react';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Dollars, Figure } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';
import { accountsFilter } from './ExposureScreen.tsx';

const PARTS = [
  'profit',
  'fees',
  'swap',
  'guarantee_paid',
  'negative_balance_cover',
  'adjustments',
  'rewards',
  'result',
] as const;
const FLOWS = ['deposits', 'withdrawals'] as const;

type Day = RowOf<'officeHouseResult'>;

/** The house's result of each day, and its incoming and outgoing payments. */
export function ResultScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.result')}
      call="officeHouseResult"
      idOf={(row) => row.day}
      empty={t('result.empty')}
      filters={[accountsFilter(t)]}
      columns={[
        { head: 'day', render: (row) => <Figure>{row.day}</Figure> },
        ...PARTS.map((head) => ({
          head,
          figure: true,
          render: (row: Day) => <Dollars value={row[camelKey(head)]} result />,
        })),
        ...FLOWS.map((head) => ({
          head,
          figure: true,
          render: (row: Day) => <Dollars value={row[head]} />,
        })),
      ]}
    />
  );
}
