import { formatCount } from '@fairlot/client';
import type { Column } from '../../lists/list-types.ts';
import { Figure, State } from '../../shared/cells/cells.tsx';
import type { Text } from '../../shared/language/text.ts';
import type { Instrument } from './instrument-actions.ts';

/** The columns of the list of instruments. */
export function instrumentColumns(t: Text, categoryName: (id: number) => string): readonly Column<Instrument>[] {
  return [
    { head: 'code', render: (row) => row.code },
    { head: 'category_id', render: (row) => categoryName(row.categoryId) },
    {
      head: 'leverages',
      spare: true,
      render: (row) => (
        <span className="figure">
          {row.leverages.length === 0 ? '–' : `${row.leverages[0]}–${row.leverages.at(-1) ?? ''}`}
        </span>
      ),
    },
    { head: 'fee_rate', figure: true, render: (row) => <Figure>{formatCount(row.feeRate)}</Figure> },
    { head: 'swap_long', figure: true, render: (row) => <Figure>{formatCount(row.swapLong)}</Figure> },
    { head: 'swap_short', figure: true, render: (row) => <Figure>{formatCount(row.swapShort)}</Figure> },
    {
      head: 'open_positions',
      figure: true,
      spare: true,
      render: (row) => <Figure>{formatCount(row.openPositions)}</Figure>,
    },
    {
      head: 'market_status',
      render: (row) =>
        row.dealing === 'normal' ? (
          t(row.isOpen ? 'instruments.open' : 'instruments.shut')
        ) : (
          <State value={row.dealing} />
        ),
    },
  ];
}
