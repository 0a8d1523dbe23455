import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';

type Reset = Pick<RowOf<'factorResets'>, 'id' | 'state' | 'email' | 'mobile' | 'checkedBy'>;

/** The actions on a request: agree as the first or the second person, or refuse. */
export function resetActions(t: Text, self: StaffSelf, row: Reset, mayCheck = true): readonly RowAction[] {
  if (!['waiting', 'checked', 'approved'].includes(row.state) || !mayCall(self.roles, 'refuseFactorReset')) return [];
  const figures = [{ label: t('field.user'), value: row.email === '' ? row.mobile : row.email }];
  const title = (what: string): string => `${what} · ${t('factorResets.one', { id: row.id })}`;
  const check: RowAction = {
    key: 'a',
    label: t('factorResets.check'),
    kind: 'primary',
    disabledReason: mayCheck ? undefined : t('factorResets.papers'),
    run: () =>
      startAction<'checkFactorReset'>({
        call: 'checkFactorReset',
        title: title(t('factorResets.check')),
        figures,
        text: t('factorResets.checkText'),
        confirmLabel: t('factorResets.check'),
        fields: [{ kind: 'long', name: 'words', hint: t('factorResets.wordsHint') }],
        input: ({ words }) => ({ id: row.id, words: String(words) }),
      }),
  };
  const approve: RowAction = {
    key: 'a',
    label: t('adjustments.approve'),
    kind: 'primary',
    disabledReason: row.checkedBy === self.name ? t('factorResets.own') : undefined,
    run: () =>
      startAction<'approveFactorReset'>({
        call: 'approveFactorReset',
        title: title(t('adjustments.approve')),
        figures,
        text: t('factorResets.approveText'),
        confirmLabel: t('adjustments.approve'),
        fields: [{ kind: 'long', name: 'words', hint: t('factorResets.wordsHint') }],
        input: ({ words }) => ({ id: row.id, words: String(words) }),
      }),
  };
  const refuse: RowAction = {
    key: 'r',
    label: t('identity.reject'),
    kind: 'critical',
    run: () =>
      startAction<'refuseFactorReset'>({
        call: 'refuseFactorReset',
        title: title(t('identity.reject')),
        figures,
        text: t('factorResets.refuseText'),
        critical: true,
        confirmLabel: t('identity.reject'),
        fields: [{ kind: 'long', name: 'reason' }],
        input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
      }),
  };
  return [
    ...(row.state === 'waiting' && mayCall(self.roles, 'checkFactorReset') ? [check] : []),
    ...(row.state === 'checked' ? [approve] : []),
    refuse,
  ];
}
