import { outboxCalls } from '@fairlot/contract';
import type { InputOfStaff, OutputOfStaff } from '@fairlot/contract';
import type { Kysely, Selectable } from 'kysely';
import type { OutboxTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';

type Wire = OutputOfStaff<typeof outboxCalls.officeOutbox>['list'][number];

/** Reading what was sent to users, or waits to be. */
export function registerOfficeOutbox(calls: StaffCalls, kysely: Kysely<Tables>): void {
  calls.forList(outboxCalls.officeOutbox, async (filters, { offset, limit }) => {
    const found = matching(kysely, filters);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return done({ list: rows.map(present), total: Number(total) });
  });

  calls.forStaff(outboxCalls.officeOutboxMessage, async ({ id }) => {
    const row = await matching(kysely, {}).selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
    return row === undefined
      ? refuse('unknown_record')
      : done({ ...present(row), subject: row.subject, body: row.body });
  });
}

/** Blank messages are not shown: they are written only so that an answer takes as long where there is no account. */
function matching(
  kysely: Kysely<Tables>,
  { channel, state, recipient }: Partial<InputOfStaff<typeof outboxCalls.officeOutbox>>,
) {
  let query = kysely.selectFrom('outbox').where('state', '<>', 'blank');
  if (channel !== undefined) query = query.where('channel', '=', channel);
  if (state !== undefined) query = query.where('state', '=', state);
  if (recipient !== undefined && recipient !== '')
    query = query.where('recipient', '=', recipient.trim().toLowerCase());
  return query;
}

function present(row: Selectable<OutboxTable>): Wire {
  return {
    id: Number(row.id),
    channel: row.channel,
    recipient: row.recipient,
    template: row.template,
    language: row.language,
    subject: row.secret ? '' : row.subject,
    state: row.state === 'blank' ? 'expired' : row.state,
    tries: row.tries,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    last_error: row.last_error ?? '',
  };
}
