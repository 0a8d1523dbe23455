import { formatCount } from '@fairlot/client';
import type { Figure } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { Dollars, Figure as FigureCell } from '../../shared/cells/cells.tsx';
import type { Text } from '../../shared/language/text.ts';

export type Withdrawal = RowOf<'staffWithdrawals'>;

/** The title of a dialog about a withdrawal. */
export function titleOf(t: Text, row: Withdrawal, what: string): string {
  return `${what} · ${t('withdrawals.one', { id: row.id })}`;
}

/** Figures that every dialog about a withdrawal shows. */
export function figuresOf(t: Text, row: Withdrawal): readonly Figure[] {
  return [
    { label: t('field.user'), value: row.email },
    { label: t('field.amount'), value: <Dollars value={row.amount} /> },
    { label: t('field.fee'), value: <Dollars value={row.fee} /> },
    {
      label: t('field.real_number'),
      value: (
        <FigureCell>
          {formatCount(row.receipt)} {row.currency}
        </FigureCell>
      ),
    },
    {
      label: t('field.paid_to'),
      value: <span className="figure break-all">{row.address === '' ? row.payeeAccount : row.address}</span>,
    },
  ];
}
