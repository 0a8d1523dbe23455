import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';

export type RankingName = RowOf<'rankingNames'>;

/** The actions on a name: hide a listed one with a reason, restore a hidden one. */
export function rankingActions(t: Text, row: RankingName): readonly RowAction[] {
  if (row.state === 'listed')
    return [{ key: 'r', label: t('ranking.hide'), kind: 'critical', run: () => hide(t, row) }];
  return row.state === 'hidden' ? [{ key: 'a', label: t('ranking.restore'), run: () => restore(t, row) }] : [];
}

function hide(t: Text, row: RankingName): void {
  startAction<'rankingHide'>({
    call: 'rankingHide',
    title: t('ranking.hide'),
    figures: figuresOf(t, row),
    text: t('ranking.hideText'),
    critical: true,
    confirmLabel: t('ranking.hide'),
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({ user_id: row.userId, reason: String(reason) }),
  });
}

function restore(t: Text, row: RankingName): void {
  startAction<'rankingRestore'>({
    call: 'rankingRestore',
    title: t('ranking.restore'),
    figures: figuresOf(t, row),
    confirmLabel: t('ranking.restore'),
    input: () => ({ user_id: row.userId }),
  });
}

function figuresOf(t: Text, row: RankingName) {
  return [
    { label: t('field.name'), value: row.name },
    { label: t('field.user_id'), value: row.userId },
  ];
}
