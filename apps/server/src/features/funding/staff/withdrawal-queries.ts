import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import { type WithdrawalRow, isUserFrozen } from '../withdrawals/queries.ts';

/** Queries for staff decisions on withdrawals. */
export class StaffWithdrawalQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Runs `step` in a transaction that holds the lock on the withdrawal's row. */
  locked<T>(id: number, step: (row: WithdrawalRow | undefined, approvals: Approvals) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', '=', BigInt(id))
        .forUpdate()
        .executeTakeFirst();
      return step(row, new Approvals(transaction, BigInt(id)));
    });
  }

  /** The number of withdrawals that wait to be decided or paid, and the creation time of the oldest. */
  async age(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('withdrawals')
      .select([sql<bigint>`count(*)`.as('waiting'), sql<Date | null>`min(created_at)`.as('oldest')])
      .where('state', 'in', ['review', 'approved', 'paying'])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.waiting), oldestAt: row.oldest ?? undefined };
  }
}

/** The approvals of one withdrawal, within the transaction that holds its lock. */
export class Approvals {
  readonly #db: Transaction<Tables>;
  readonly #withdrawal: bigint;

  constructor(db: Transaction<Tables>, withdrawal: bigint) {
    this.#db = db;
    this.#withdrawal = withdrawal;
  }

  /** The approvers in the order of their approvals. */
  async by(): Promise<readonly number[]> {
    const rows = await this.#db
      .selectFrom('withdrawal_approvals')
      .select('staff_id')
      .where('withdrawal_id', '=', this.#withdrawal)
      .orderBy('at')
      .orderBy('staff_id')
      .execute();
    return rows.map(({ staff_id: staff }) => Number(staff));
  }

  /** The transaction that holds the lock. */
  get db(): Transaction<Tables> {
    return this.#db;
  }

  /** Requires two people from now on. */
  async needTwo(): Promise<void> {
    await this.#db.updateTable('withdrawals').set({ approvals_needed: 2 }).where('id', '=', this.#withdrawal).execute();
  }

  /** Tells whether the withdrawal's owner is frozen. */
  isFrozen(owner: bigint): Promise<boolean> {
    return isUserFrozen(this.#db, owner);
  }

  /** The member of staff who lifted the owner's freeze after `since`. */
  async lifter(owner: bigint, since: Date): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('users')
      .select('unfrozen_by')
      .where('id', '=', owner)
      .where('unfrozen_at', '>', since)
      .executeTakeFirst();
    return row === undefined || row.unfrozen_by === null ? undefined : Number(row.unfrozen_by);
  }

  /** Tells whether the owner's identity is verified. The lock keeps it from being revoked meanwhile. */
  async isVerified(owner: bigint): Promise<boolean> {
    const row = await this.#db
      .selectFrom('identity_submissions')
      .select('id')
      .where('user_id', '=', owner)
      .where('status', '=', 'finished')
      .forShare()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores who pays the withdrawal; null for nobody. Returns the changed row. */
  async claimFor(claim: { readonly staff: number; readonly at: Date } | null): Promise<WithdrawalRow> {
    return this.#db
      .updateTable('withdrawals')
      .set({ claimed_by: claim === null ? null : BigInt(claim.staff), claimed_at: claim?.at ?? null })
      .where('id', '=', this.#withdrawal)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async add(staff: number): Promise<void> {
    await this.#db
      .insertInto('withdrawal_approvals')
      .values({
        withdrawal_id: this.#withdrawal,
        staff_id: BigInt(staff),
        // The start of the transaction may be before another one's, which had the lock first.
        at: sql<Date>`clock_timestamp()`,
      })
      .execute();
  }

  async complete(): Promise<void> {
    await this.#db.updateTable('withdrawals').set({ state: 'approved' }).where('id', '=', this.#withdrawal).execute();
  }
}
