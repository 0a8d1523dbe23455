import type { InputOfStaff, outboxCalls } from '@fairlot/contract';
import type { Kysely, Selectable } from 'kysely';
import type { OutboxTable } from '../../../db/tables/accounts.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import { isWithin } from '../../../staff/date-range.ts';

type Filters = InputOfStaff<typeof outboxCalls.officeOutbox>;
type MessageRow = Selectable<OutboxTable>;

/** Queries of the outbox for staff. */
export class OutboxQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async page(
    filters: Partial<Filters>,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly MessageRow[]; readonly total: number }> {
    const found = this.#matching(filters);
    const rows = await found.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  byId(id: number): Promise<MessageRow | undefined> {
    return this.#matching({}).selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Leaves out blank messages: they only equalize response times for addresses without an account. */
  #matching({ channel, state, recipient, ...period }: Partial<Filters>) {
    let query = this.#db
      .selectFrom('outbox')
      .where('state', '<>', 'blank')
      .where(isWithin('outbox.created_at', period));
    if (channel !== undefined) query = query.where('channel', '=', channel);
    if (state !== undefined) query = query.where('state', '=', state);
    if (recipient !== undefined && recipient !== '')
      query = query.where('recipient', '=', recipient.trim().toLowerCase());
    return query;
  }
}
