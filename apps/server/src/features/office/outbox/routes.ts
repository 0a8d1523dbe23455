import { outboxCalls } from '@fairlot/contract';
import { done, refuse } from '../../../http/answer.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentMessage } from './presenter.ts';
import type { OutboxQueries } from './queries.ts';

/** Registers the calls that read messages to users, sent or waiting. */
export function registerOutbox(calls: StaffCalls, queries: OutboxQueries): void {
  calls.forList(outboxCalls.officeOutbox, async (filters, slice) => {
    const { rows, total } = await queries.page(filters, slice);
    return done({ list: rows.map(presentMessage), total });
  });

  calls.forStaff(outboxCalls.officeOutboxMessage, async ({ id }) => {
    const row = await queries.byId(id);
    return row === undefined
      ? refuse('unknown_record')
      : done({ ...presentMessage(row), subject: row.subject, body: row.body });
  });
}
