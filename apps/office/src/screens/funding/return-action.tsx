import { startAction } from '../../actions/action.ts';
import type { Figure } from '../../actions/action.ts';
import { LimitEffect } from '../../actions/LimitEffect.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';

export interface Returnable {
  readonly call: 'withdrawalReturn' | 'depositReverse';
  readonly id: number;
  readonly userId: number;
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly figures: readonly Figure[];
}

/** Books money that came back after it was paid out, or that was taken back after it was credited. */
export function returnAction(t: Text, { call, id, userId, label, title, text, figures }: Returnable): RowAction {
  return {
    key: 'b',
    label,
    run: () =>
      startAction<typeof call>({
        call,
        title,
        figures,
        facts: <LimitEffect user={userId} />,
        text,
        critical: true,
        confirmLabel: label,
        fields: [
          { kind: 'decimal', name: 'amount' },
          { kind: 'long', name: 'reason' },
        ],
        input: ({ amount, reason }) => ({ id, amount: String(amount), reason: String(reason) }),
        doneText: (output) =>
          output.state === 'waiting' ? `${t('adjustments.one', { id: output.id })}: ${t('state.waiting')}` : undefined,
      }),
  };
}
