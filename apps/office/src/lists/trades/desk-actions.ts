import type { StaffInput } from '@fairlot/client';
import { createElement } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Field } from '../../actions/fields.ts';
import type { Text } from '../../shared/language/text.ts';
import { CorrectionFacts } from './CorrectionFacts.tsx';
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

/** Corrects a fill of a client's position: the given one, or the one whose number is typed. An open one has one fill. */
export function correctFill(t: Text, order?: number, state?: 'open' | 'closed'): void {
  const fills = (['close', 'open'] as const).filter((fill) => fill === 'open' || state !== 'open');
  const { fields, input, text: _text, ...common } = commonOf(t, order);
  const reason = fields.at(-1);
  const number = fields.length > 1 ? fields.slice(0, 1) : [];
  startAction<'deskCorrect'>({
    ...common,
    call: 'deskCorrect',
    title: t('desk.correct'),
    text: t('desk.correctText'),
    confirmLabel: t('desk.correct'),
    fields: [
      ...number,
      {
        kind: 'choice',
        name: 'fill',
        options: [
          ...(fills.length > 1 ? [{ value: '', label: '–' }] : []),
          ...fills.map((fill) => ({ value: fill, label: t(`field.${fill}_price`) })),
        ],
      },
      { kind: 'decimal', name: 'price', label: 'corrected_price' },
      ...(reason === undefined ? [] : [reason]),
    ],
    preview: (given) => {
      const id = order ?? given[ORDER];
      if (typeof id !== 'number' || id <= 0) return null;
      const fill = fills.find((each) => each === given['fill']) ?? (fills.length > 1 ? undefined : 'open');
      if (fill === undefined) return createElement(OrderFacts, { id });
      return createElement(CorrectionFacts, {
        id,
        fill,
        price: typeof given['price'] === 'string' ? given['price'] : '',
      });
    },
    input: (given) => input(given) as StaffInput<'deskCorrect'>,
    doneText: ({ proposal }) =>
      proposal === null ? undefined : t('proposals.waits', { what: t('desk.correct'), id: proposal }),
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
