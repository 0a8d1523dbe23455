import { BULK_MOST_RECIPIENTS } from '@fairlot/contract';
import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { BulkState } from '../../../db/tables/bulk-messages.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';
import type { ListSlice } from '../../../staff/list-export.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import { type BulkSelection, isSelected, mayGetMail } from './selection.ts';

/** A message with the names of its two people. */
export interface BulkRow extends Selectable<Tables['bulk_messages']> {
  readonly author: string;
  readonly releaser: string | null;
}

export interface BulkFilters extends DateRange {
  readonly state?: BulkState | undefined;
}

/** Reads messages to selections of clients. `reports` has the time for large selections. */
export class BulkQueries {
  readonly #db: Kysely<Tables>;
  readonly #reports: Kysely<Tables>;

  constructor(db: Kysely<Tables>, reports: Kysely<Tables>) {
    this.#db = db;
    this.#reports = reports;
  }

  async page(
    { state, ...period }: BulkFilters,
    { offset, limit }: ListSlice,
  ): Promise<{ readonly rows: readonly BulkRow[]; readonly total: number }> {
    const isInPeriod = isWithin('bulk_messages.created_at', period);
    let rows = this.#named().where(isInPeriod);
    let count = this.#db.selectFrom('bulk_messages').where(isInPeriod);
    if (state !== undefined) {
      rows = rows.where('bulk_messages.state', '=', state);
      count = count.where('bulk_messages.state', '=', state);
    }
    return {
      rows: await rows.orderBy('bulk_messages.id', 'desc').offset(offset).limit(limit).execute(),
      total: Number(
        (await count.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()).total,
      ),
    };
  }

  byId(id: number): Promise<BulkRow | undefined> {
    return this.#named().where('bulk_messages.id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Counts the clients of a selection, and those to whom a mail may go; stops above the most that a message may have. */
  async count(selection: BulkSelection, kind: 'service' | 'marketing') {
    const { rows } = await sql<{ clients: bigint; by_mail: bigint }>`
      select count(*) as clients, count(*) filter (where mail) as by_mail
      from (select ${mayGetMail(kind)} as mail from users where ${isSelected(selection)}
        limit ${BULK_MOST_RECIPIENTS + 1}) clients`.execute(this.#reports);
    const clients = Number(rows[0]?.clients ?? 0n);
    return { clients, by_mail: Number(rows[0]?.by_mail ?? 0n), too_many: clients > BULK_MOST_RECIPIENTS };
  }

  async recipients(
    { id, state }: { readonly id: number; readonly state?: 'waiting' | 'sent' | 'skipped' | undefined },
    { offset, limit }: ListSlice,
  ) {
    let found = this.#db.selectFrom('bulk_recipients').where('bulk_id', '=', BigInt(id));
    if (state !== undefined) found = found.where('state', '=', state);
    const rows = await found
      .select(['id', 'user_id', 'state', 'language', 'by_chat', 'by_mail', 'reason', 'at'])
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async waiting(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('bulk_messages')
      .where('state', '=', 'waiting')
      .where('ended_at', 'is', null)
      .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.count), oldestAt: row.oldest ?? undefined };
  }

  /** Runs a change of a message, whose row is locked, in one transaction of the pool with more time. */
  change<T>(
    id: number,
    work: (db: Transaction<Tables>, row: Selectable<Tables['bulk_messages']> | undefined) => Promise<T>,
  ): Promise<T> {
    return this.#reports.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('bulk_messages')
        .selectAll()
        .where('id', '=', BigInt(id))
        .forUpdate()
        .executeTakeFirst();
      return work(db, row);
    });
  }

  #named() {
    return this.#db
      .selectFrom('bulk_messages')
      .innerJoin('staff as author', 'author.id', 'bulk_messages.author_id')
      .leftJoin('staff as releaser', 'releaser.id', 'bulk_messages.releaser_id')
      .selectAll('bulk_messages')
      .select(['author.name as author', 'releaser.name as releaser']);
  }
}

/** Stores the clients of a selection as the recipients of a message; returns their number, up to one too many. */
export async function storeRecipients(
  db: Transaction<Tables>,
  message: bigint,
  selection: BulkSelection,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulk_recipients (bulk_id, user_id)
    select ${message}, id from users where ${isSelected(selection)} order by id limit ${BULK_MOST_RECIPIENTS + 1}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
