import type { StaffInput } from '@fairlot/client';
import { createElement } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Field } from '../../actions/fields.ts';
import type { Text } from '../../shared/language/text.ts';
import { OrderFacts } from './OrderFacts.tsx';

/** Closes a position of a client: the given one, or the one whose number is typed. */
export function closePosition(t: Text, order?: number): void {
  startAction<'deskClose'>({
    ...commonOf(t, order),
    call: 'deskClose',
    title: t('desk.close'),
    confirmLabel: t('desk.close'),
    doneText: ({ proposal }) =>
      proposal === null ? undefined : t('proposals.waits', { what: t('desk.close'), id: proposal }),
  });
}

/** Cancels a pending order of a client: the given one, or the one whose number is typed. */
export function cancelOrder(t: Text, order?: number): void {
  startAction<'deskCancel'>({
    ...commonOf(t, order),
    call: 'deskCancel',
    title: t('desk.cancel'),
    confirmLabel: t('desk.cancel'),
  });
}

/** The parts of both dialogs: the order with its present worth, and the reason that the client reads. */
function commonOf(t: Text, order: number | undefined) {
  const reason: Field = { kind: 'long', name: 'reason' };
  const typed: Field = {
    kind: 'whole',
    name: 'order_id',
    remark: (valueOf) => {
      const text = String(valueOf('order_id') ?? '').trim();
      return /^\d{1,15}$/.test(text) && Number(text) > 0 ? createElement(OrderFacts, { id: Number(text) }) : null;
    },
  };
  return {
    text: t('desk.text'),
    critical: true,
    fields: order === undefined ? [typed, reason] : [reason],
    ...(order !== undefined && { facts: createElement(OrderFacts, { id: order }) }),
    input: (given: Readonly<Record<string, unknown>>) =>
      ({ ...given, ...(order !== undefined && { order_id: order }) }) as StaffInput<'deskCancel'>,
  };
}
