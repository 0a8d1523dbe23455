import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';

type Submission = Pick<RowOf<'identityQueue'>, 'id' | 'name' | 'status' | 'email' | 'mobile'>;

/** The actions of a reviewer on a submission. */
export function identityActions(t: Text, self: StaffSelf, row: Submission, area = ''): readonly RowAction[] {
  if (!mayCall(self.roles, 'approveIdentity')) return [];
  const figures = [
    { label: t('field.full_name'), value: row.name },
    { label: t('field.user'), value: row.email === '' ? row.mobile : row.email },
  ];
  const title = (what: string): string => `${what} · ${t('identity.one', { id: row.id })}`;
  const refuse = (call: 'rejectIdentity' | 'revokeIdentity', label: string, text: string): RowAction => ({
    key: 'r',
    label,
    kind: 'critical',
    run: () =>
      startAction<typeof call>({
        call,
        title: title(label),
        figures,
        text,
        critical: true,
        confirmLabel: label,
        fields: [{ kind: 'long', name: 'reason' }],
        input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
      }),
  });
  if (row.status === 'finished') return [refuse('revokeIdentity', t('identity.revoke'), t('identity.revokeText'))];
  if (row.status !== 'waiting') return [];
  return [
    {
      key: 'a',
      label: t('identity.approve'),
      kind: 'primary',
      run: () =>
        startAction<'approveIdentity'>({
          call: 'approveIdentity',
          title: title(t('identity.approve')),
          figures,
          text: t('identity.approveText'),
          confirmLabel: t('identity.approve'),
          fields: [
            {
              kind: 'text',
              name: 'country',
              hint: area === '' ? t('identity.countryHint') : t('identity.countryNamed', { area }),
            },
          ],
          input: ({ country }) => ({ id: row.id, country: String(country).toUpperCase() }),
        }),
    },
    refuse('rejectIdentity', t('identity.reject'), t('identity.rejectText')),
  ];
}
