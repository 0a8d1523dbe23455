import { formatCount } from '@fairlot/client';
import { startAction } from '../../actions/action.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import type { Text } from '../../shared/language/text.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { mayCall } from '../../shared/session/rights.ts';
import type { StaffSelf } from '../../shared/session/session.ts';

type Message = RowOf<'officeBulkMessages'>;
type Deed = 'pause' | 'resume' | 'stop';

/** The actions of the caller on a message. */
export function actionsOf(t: Text, self: StaffSelf, row: Message): readonly RowAction[] {
  if (row.state === 'waiting') return decisions(t, self, row);
  if (row.state !== 'sending' && row.state !== 'paused') return [];
  const other = row.state === 'sending' ? 'pause' : 'resume';
  return [
    { key: 'p', label: t(`bulk.${other}`), kind: 'primary', run: () => steer(t, row, other) },
    { key: 's', label: t('bulk.stop'), kind: 'critical', run: () => steer(t, row, 'stop') },
  ];
}

function decisions(t: Text, self: StaffSelf, row: Message): readonly RowAction[] {
  const isOwn = row.author === self.name;
  const mayRelease = mayCall(self.roles, 'officeReleaseBulk');
  const disabledReason = isOwn ? t('bulk.own') : undefined;
  return [
    ...(mayRelease
      ? [{ key: 'a', label: t('bulk.release'), kind: 'primary', disabledReason, run: () => release(t, row) } as const]
      : []),
    ...(mayRelease || isOwn
      ? [{ key: 'r', label: t('bulk.reject'), kind: 'critical', run: () => reject(t, row) } as const]
      : []),
  ];
}

const figuresOf = (t: Text, row: Message) => [
  { label: t('field.subject_line'), value: row.subject },
  { label: t('field.kind'), value: t(`bulk.${row.kind}`) },
  { label: t('field.author'), value: row.author },
];

/** The detail is a read of its own, next to the list. */
function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['officeBulkMessage'] });
}

function release(t: Text, row: Message): void {
  startAction<'officeReleaseBulk'>({
    call: 'officeReleaseBulk',
    title: `${t('bulk.release')} · ${t('bulk.one', { id: row.id })}`,
    text: t('bulk.releaseText'),
    confirmLabel: t('bulk.release'),
    figures: figuresOf(t, row),
    input: () => ({ id: row.id }),
    onDone: readAgain,
  });
}

function reject(t: Text, row: Message): void {
  startAction<'officeRejectBulk'>({
    call: 'officeRejectBulk',
    title: `${t('bulk.reject')} · ${t('bulk.one', { id: row.id })}`,
    text: t('bulk.rejectText'),
    confirmLabel: t('bulk.reject'),
    critical: true,
    figures: figuresOf(t, row),
    input: () => ({ id: row.id }),
    onDone: readAgain,
  });
}

function steer(t: Text, row: Message, deed: Deed): void {
  startAction<'officeSteerBulk'>({
    call: 'officeSteerBulk',
    title: `${t(`bulk.${deed}`)} · ${t('bulk.one', { id: row.id })}`,
    text: t(`bulk.${deed}Text`),
    confirmLabel: t(`bulk.${deed}`),
    critical: deed === 'stop',
    figures: [
      { label: t('field.subject_line'), value: row.subject },
      { label: t('field.recipients'), value: formatCount(row.recipients) },
    ],
    input: () => ({ id: row.id, deed }),
    onDone: readAgain,
  });
}
