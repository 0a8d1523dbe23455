import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { DepositState, DepositsTable } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { MailTemplate } from '../../../platform/outbox/message.ts';
import type { UserNotices } from '../../../platform/outbox/user-notices.ts';
import { claimImages } from '../../../platform/uploads/image-store.ts';
import type { QueueAge } from '../../../platform/work-queues.ts';

export type DepositRow = Selectable<DepositsTable>;
export type NewDeposit = Omit<Insertable<DepositsTable>, 'state' | 'decided_at' | 'decided_by'>;
export type StaffDepositRow = DepositRow & { readonly email: string | null; readonly decider: string | null };

/** Name of the staff who decided a deposit. */
const DECIDER = sql<string | null>`(select name from staff where staff.id = deposits.decided_by)`.as('decider');

/** Where a list begins, and how long it is. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** Who decided, and what the user is told. */
export interface Decision {
  readonly staff: number;
  readonly remark?: string;
}

export interface DepositFilter {
  readonly states?: readonly DepositState[] | undefined;
  readonly type?: number | undefined;
  readonly user?: number | undefined;
}

/** The states that users are told of. */
const TOLD: Partial<Readonly<Record<DepositState, MailTemplate>>> = {
  finished: 'deposit_credited',
  rejected: 'deposit_rejected',
  invalid: 'deposit_rejected',
};

/** The table of deposits. A state changes only from a state that the caller names, so that of two decisions one is made. */
export class DepositQueries {
  private readonly db: Kysely<Tables>;
  private readonly notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.db = db;
    this.notices = notices;
  }

  async byId(id: number): Promise<DepositRow | undefined> {
    return this.db.selectFrom('deposits').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  async byKey(user: number, key: string): Promise<DepositRow | undefined> {
    return this.db
      .selectFrom('deposits')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Writes a report and makes the image part of it; nothing is written without its image. */
  insert(values: NewDeposit, image: string): Promise<DepositRow | 'key_taken' | 'no_image'> {
    return this.db.transaction().execute(async (transaction) => {
      if (!(await claimImages(transaction, Number(values.user_id), [image], 'deposit'))) return 'no_image';
      const row = await transaction
        .insertInto('deposits')
        .values({ ...values, state: 'unchecked', decided_at: null, decided_by: null })
        .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? 'key_taken';
    });
  }

  async open(user: number): Promise<number> {
    const row = await this.db
      .selectFrom('deposits')
      .select(sql<bigint>`count(*)`.as('count'))
      .where('user_id', '=', BigInt(user))
      .where('state', 'in', ['unchecked', 'crediting'])
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** The row as it is after the change, of which its user is told; undefined when it was not in that state (any more). */
  async move(id: number, from: DepositState, to: DepositState, decision?: Decision): Promise<DepositRow | undefined> {
    const decided =
      decision === undefined
        ? {}
        : { decided_at: sql<Date>`now()`, decided_by: BigInt(decision.staff), remark: decision.remark ?? '' };
    return this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('deposits')
        .set({ state: to, ...decided })
        .where('id', '=', BigInt(id))
        .where('state', '=', from)
        .returningAll()
        .executeTakeFirst();
      const template = TOLD[to];
      if (row !== undefined && template !== undefined)
        await this.notices.put(transaction, { user: row.user_id, template, amount: row.amount, reason: row.remark });
      return row;
    });
  }

  /** Decided to be credited, and not known to be. */
  async unsettled(): Promise<readonly number[]> {
    const rows = await this.db
      .selectFrom('deposits')
      .select('id')
      .where('state', '=', 'crediting')
      .orderBy('id')
      .limit(1000)
      .execute();
    return rows.map(({ id }) => Number(id));
  }

  /** One's own, newest first, and how many there are. */
  async ofUser(
    user: number,
    type: number,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: DepositRow[]; readonly total: number }> {
    const mine = this.db.selectFrom('deposits').where('user_id', '=', BigInt(user)).where('type', '=', type);
    const rows = await mine.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** For staff: what is to be decided oldest first, everything else newest first. */
  async list(
    filter: DepositFilter,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: StaffDepositRow[]; readonly total: number }> {
    const found = this.matching(filter);
    const waiting = filter.states?.includes('unchecked') === true;
    const rows = await found
      .selectAll('deposits')
      .select(['users.email', DECIDER])
      .orderBy('deposits.id', waiting ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async forStaff(id: number): Promise<StaffDepositRow | undefined> {
    return this.matching({})
      .selectAll('deposits')
      .select(['users.email', DECIDER])
      .where('deposits.id', '=', BigInt(id))
      .executeTakeFirst();
  }

  /** How many wait to be decided, and since when. */
  async age(): Promise<QueueAge> {
    const row = await this.db
      .selectFrom('deposits')
      .select([sql<bigint>`count(*)`.as('waiting'), sql<Date | null>`min(created_at)`.as('oldest')])
      .where('state', 'in', ['unchecked', 'crediting'])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.waiting), oldestAt: row.oldest ?? undefined };
  }

  private matching({ states, type, user }: DepositFilter) {
    let found = this.db.selectFrom('deposits').innerJoin('users', 'users.id', 'deposits.user_id');
    if (states !== undefined) found = found.where('deposits.state', 'in', states);
    if (type !== undefined) found = found.where('deposits.type', '=', type);
    if (user !== undefined) found = found.where('deposits.user_id', '=', BigInt(user));
    return found;
  }
}
