import { outboxCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentMessage } from './presenter.ts';
import type { OutboxQueries } from './queries.ts';

/**
 * Registers the calls that read messages, sent or waiting. A code or a link is shown only where its channel has no
 * sender, because then an administrator has to pass it on.
 */
export function registerOutbox(calls: StaffCalls, queries: OutboxQueries, outbox: Pick<Outbox, 'sends'>): void {
  calls.forList(outboxCalls.officeOutbox, async (filters, slice, { language }) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map((row) => presentMessage(row, language)), total });
  });

  calls.forStaff(outboxCalls.officeOutboxMessage, async ({ id }, { language }) => {
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    const shown = presentMessage(row, language);
    return row.secret && outbox.sends(row.channel)
      ? done({ ...shown, body: null })
      : done({ ...shown, subject: row.subject, body: row.body });
  });
}
