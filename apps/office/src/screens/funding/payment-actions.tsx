import { CLAIM_MINUTES } from '@fairlot/contract';
import { MINUTE_MS } from '@fairlot/domain';
import { isolateWords } from '@fairlot/i18n';
import { startAction } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import type { StaffSelf } from '../../shared/session/session.ts';
import type { Text } from '../../shared/language/text.ts';
import { type Withdrawal, figuresOf, titleOf } from './withdrawal-figures.tsx';

/** One clerk claims the payment before sending the money, and marks it as paid afterwards. */
export function paying(t: Text, self: StaffSelf, row: Withdrawal, now: number): readonly RowAction[] {
  if (row.claimedBy === null) return [claim(t, row)];
  return row.claimedBy === self.id ? [pay(t, row), release(t, row)] : [takeOver(t, self, row, now)];
}

function claim(t: Text, row: Withdrawal): RowAction {
  const label = t('withdrawals.claim');
  return {
    key: 'a',
    label,
    kind: 'primary',
    run: () =>
      startAction<'withdrawalClaim'>({
        call: 'withdrawalClaim',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        facts: <LimitEffect user={row.userId} />,
        text: t('withdrawals.claimText'),
        confirmLabel: label,
        input: () => ({ id: row.id }),
      }),
  };
}

function takeOver(t: Text, self: StaffSelf, row: Withdrawal, now: number): RowAction {
  const label = t('withdrawals.takeOver');
  const isOld = now - Date.parse(row.claimedAt ?? '') >= CLAIM_MINUTES * MINUTE_MS;
  return {
    key: 'o',
    label,
    disabledReason: isOld ? undefined : claimedByOther(t, self, row),
    run: () =>
      startAction<'withdrawalClaim'>({
        call: 'withdrawalClaim',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        text: t('withdrawals.takeOverText', { name: isolateWords(row.claimer ?? '') }),
        critical: true,
        confirmLabel: label,
        fields: [{ kind: 'long', name: 'reason' }],
        input: ({ reason }) => ({ id: row.id, reason: String(reason) }),
      }),
  };
}

function release(t: Text, row: Withdrawal): RowAction {
  const label = t('withdrawals.release');
  return {
    key: 'l',
    label,
    run: () =>
      startAction<'withdrawalUnclaim'>({
        call: 'withdrawalUnclaim',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        text: t('withdrawals.releaseText'),
        confirmLabel: label,
        input: () => ({ id: row.id }),
      }),
  };
}

function pay(t: Text, row: Withdrawal): RowAction {
  const label = t('withdrawals.pay');
  return {
    key: 'a',
    label,
    kind: 'primary',
    run: () =>
      startAction<'withdrawalPay'>({
        call: 'withdrawalPay',
        title: titleOf(t, row, label),
        figures: figuresOf(t, row),
        facts: <LimitEffect user={row.userId} />,
        text: t('withdrawals.payText'),
        confirmLabel: label,
        fields: [{ kind: 'text', name: 'reference', hint: t('withdrawals.referenceHint') }],
        input: ({ reference }) => ({ id: row.id, reference: String(reference) }),
      }),
  };
}

/** Says who pays, while a colleague does. */
export function claimedByOther(t: Text, self: StaffSelf, { claimedBy, claimer }: Withdrawal): string | undefined {
  if (claimedBy === null || claimedBy === self.id) return undefined;
  return t('withdrawals.claimedByOther', { name: isolateWords(claimer ?? ''), minutes: CLAIM_MINUTES });
}
