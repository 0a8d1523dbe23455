import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { Dollars, Figure } from '../../shared/cells.tsx';
import { useText } from '../../shared/text.ts';
import { accountsFilter } from './ExposureScreen.tsx';

const PARTS = ['profit', 'fees', 'swap', 'negative_balance_cover', 'adjustments', 'result'] as const;
const FLOWS = ['deposits', 'withdrawals'] as const;

/** What the house won or lost on each day, and what came in and went out. */
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
          render: (row: { readonly [K in (typeof PARTS)[number]]: string }) => <Dollars value={row[head]} result />,
        })),
        ...FLOWS.map((head) => ({
          head,
          figure: true,
          render: (row: { readonly [K in (typeof FLOWS)[number]]: string }) => <Dollars value={row[head]} />,
        })),
      ]}
    />
  );
}
