import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';

export type StaffCopy = RowOf<'officeCopies'>;

/** The actions on a copy: staff end one that runs, with a reason that its copier reads. */
export function copyActions(t: Text, self: StaffSelf, row: StaffCopy): readonly RowAction[] {
  if (row.state === 'ended' || row.state === 'stopping' || !mayCall(self.roles, 'officeCopyStop')) return [];
  return [{ key: 'r', label: t('copies.stop'), kind: 'critical', run: () => stop(t, row) }];
}

function stop(t: Text, row: StaffCopy): void {
  startAction<'officeCopyStop'>({
    call: 'officeCopyStop',
    title: t('copies.stop'),
    figures: [
      { label: t('field.copier'), value: row.uid },
      { label: t('field.leader'), value: row.leaderName },
    ],
    text: t('copies.stopText'),
    critical: true,
    confirmLabel: t('copies.stop'),
    fields: [
      {
        kind: 'choice',
        name: 'close',
        label: 'open_positions',
        options: [
          { value: '1', label: t('copies.closePositions') },
          { value: '0', label: t('copies.keepPositions') },
        ],
        numeric: true,
      },
      { kind: 'long', name: 'reason' },
    ],
    // An empty choice stays text, which the call refuses.
    input: ({ close, reason }) => ({ id: row.id, close: close as number, reason: String(reason) }),
  });
}
