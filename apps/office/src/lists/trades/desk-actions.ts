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

/** The field of the order's number. */
const ORDER = 'order_id';

/** The parts of both dialogs: the order with its present worth, and the reason that the client reads. */
function commonOf(t: Text, order: number | undefined) {
  const reason: Field = { kind: 'long', name: 'reason' };
  return {
    text: t('desk.text'),
    critical: true,
    fields: order === undefined ? [{ kind: 'whole', name: ORDER, wide: true } satisfies Field, reason] : [reason],
    preview: (given: Readonly<Record<string, unknown>>) => {
      const id = order ?? given[ORDER];
      return typeof id === 'number' && id > 0 ? createElement(OrderFacts, { id }) : null;
    },
    input: (given: Readonly<Record<string, unknown>>) =>
      ({ ...given, ...(order !== undefined && { order_id: order }) }) as StaffInput<'deskCancel'>,
  };
}
