import { type Kysely, type SqlBool, type Transaction, type Updateable, sql } from 'kysely';
import type { DepositState, DepositsTable } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { bookedAbout } from '../../../staff/booked-about.ts';
import type { QueueAge } from '../../../staff/work-queues.ts';
import { type VerifiedIdentity, verifiedIdentityOf } from '../../../staff/verified-identity.ts';
import type { Credit } from '../checks/credit.ts';
import type { DepositRow, Slice } from '../deposits/queries.ts';
import { isCredited, lockTransfer, transferOf } from '../deposits/transfers.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

export type StaffDepositRow = DepositRow &
  VerifiedIdentity & {
    readonly email: string | null;
    readonly approver: string | null;
    readonly decider: string | null;
    /** Micro-dollars that were charged back. */
    readonly reversed: bigint;
    readonly same_picture: readonly (number | string | bigint)[];
    readonly same_transaction: readonly (number | string | bigint)[];
    readonly same_without_id: readonly (number | string | bigint)[];
  };

/** A deposit with the names of staff who agreed and decided, the sum that was charged back, and the owner's identity. */
const STAFF_COLUMNS = [
  sql<string | null>`(select name from staff where staff.id = deposits.approved_by)`.as('approver'),
  sql<string | null>`(select name from staff where staff.id = deposits.decided_by)`.as('decider'),
  bookedAbout('deposit', 'deposits.id').as('reversed'),
  ...verifiedIdentityOf('deposits.user_id'),
] as const;

/**
 * Other deposits with the same picture, and with the same transaction. Receiving addresses are shared and transfers
 * public, so another user may have reported this user's: staff see both, and one of them can be credited. A transaction and
 * its outputs are shown as the same, on all networks and accounts, because one network can have several names.
 */
const SAME = [
  sql<StaffDepositRow['same_picture']>`array(select other.id from deposits other
    where other.proof_hash = deposits.proof_hash and other.id <> deposits.id order by other.id limit 20)`.as(
    'same_picture',
  ),
  sql<StaffDepositRow['same_without_id']>`array(select other.id from deposits other
    where other.user_id = deposits.user_id and other.type = deposits.type and other.amount = deposits.amount
      and other.transaction_id = '' and other.state in ('crediting', 'finished')
      and other.id < deposits.id and other.created_at > deposits.created_at - interval '90 days' order by other.id limit 20)`.as(
    'same_without_id',
  ),
  sql<StaffDepositRow['same_transaction']>`array(select other.id from deposits other
    where other.transfer <> '' and other.transfer = deposits.transfer and other.type = deposits.type
      and other.id <> deposits.id order by other.id limit 20)`.as('same_transaction'),
] as const;

/** Decides about one deposit, within the transaction that holds its lock. */
export interface CreditDecision {
  readonly db: Transaction<Tables>;
  /** True when the transfer of this credit has been credited. Others that decide on it wait for this decision. */
  isCredited(credit: Credit): Promise<boolean>;
  /** Stores the first of two approvals. */
  approve(staff: number, credit: Credit): Promise<DepositRow>;
  /** Stores the decision to credit the deposit. */
  credit(staff: number, credit: Credit): Promise<DepositRow>;
}

export interface DepositFilter extends DateRange {
  readonly states?: readonly DepositState[] | undefined;
  readonly type?: number | undefined;
  readonly user?: number | undefined;
  /** The user whose creditor reference is searched for. */
  readonly owner?: number | undefined;
  /** Id of a transaction, in the forms in which coins and banks write it; outputs are found by their transaction. */
  readonly transfers?: readonly string[] | undefined;
}

/** Queries of deposits for staff. */
export class StaffDepositQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Undecided deposits oldest first, all others newest first. */
  async list(
    filter: DepositFilter,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: StaffDepositRow[]; readonly total: number }> {
    const found = this.#matching(filter);
    const waiting = filter.states?.includes('unchecked') === true;
    const rows = await found
      .selectAll('deposits')
      .select(['users.email', ...STAFF_COLUMNS, ...SAME])
      .orderBy('deposits.id', waiting ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  async byId(id: number): Promise<StaffDepositRow | undefined> {
    return this.#matching({})
      .selectAll('deposits')
      .select(['users.email', ...STAFF_COLUMNS, ...SAME])
      .where('deposits.id', '=', BigInt(id))
      .executeTakeFirst();
  }

  /** Runs `step` in a transaction that holds the lock on the deposit's row. */
  locked<T>(id: number, step: (row: DepositRow | undefined, decision: CreditDecision) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (db) => {
      const row = await db
        .selectFrom('deposits')
        .selectAll()
        .where('id', '=', BigInt(id))
        .forUpdate()
        .executeTakeFirst();
      const change = (values: Updateable<DepositsTable>): Promise<DepositRow> =>
        db.updateTable('deposits').set(values).where('id', '=', BigInt(id)).returningAll().executeTakeFirstOrThrow();
      return step(row, {
        db,
        isCredited: async (credit) => {
          await lockTransfer(db, credit.transaction_id);
          return row !== undefined && isCredited(db, transferOf(row, credit.transaction_id));
        },
        approve: (staff, credit) => change({ ...credit, approved_by: BigInt(staff) }),
        credit: (staff, credit) =>
          change({
            ...credit,
            ...(row !== undefined && { credited_as: transferOf(row, credit.transaction_id) }),
            state: 'crediting',
            decided_by: BigInt(staff),
            decided_at: new Date(),
            remark: '',
          }),
      });
    });
  }

  /** The number of undecided deposits, and the creation time of the oldest. */
  async age(): Promise<QueueAge> {
    const row = await this.#db
      .selectFrom('deposits')
      .select([sql<bigint>`count(*)`.as('waiting'), sql<Date | null>`min(created_at)`.as('oldest')])
      .where('state', 'in', ['unchecked', 'crediting'])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.waiting), oldestAt: row.oldest ?? undefined };
  }

  #matching({ states, type, user, owner, transfers, ...period }: DepositFilter) {
    let found = this.#db
      .selectFrom('deposits')
      .innerJoin('users', 'users.id', 'deposits.user_id')
      .where(isWithin('deposits.created_at', period));
    if (states !== undefined) found = found.where('deposits.state', 'in', states);
    if (type !== undefined) found = found.where('deposits.type', '=', type);
    if (user !== undefined) found = found.where('deposits.user_id', '=', BigInt(user));
    if (owner !== undefined) found = found.where('deposits.user_id', '=', BigInt(owner));
    // A text that can be no ID has no forms and finds nothing.
    if (transfers !== undefined)
      found = found.where(sql<SqlBool>`deposits.transfer = any(${transfers})`).where('deposits.transfer', '<>', '');
    return found;
  }
}
