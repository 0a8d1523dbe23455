import { type Insertable, type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import type { WithdrawalState, WithdrawalsTable } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { MailTemplate } from '../../../messages/message.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import { bookedAbout } from '../../../staff/booked-about.ts';
import { notStuck } from '../../../staff/stuck-records.ts';
import type { Slice } from '../deposits/queries.ts';
import { type DateRange, isWithin } from '../../../staff/date-range.ts';

export type WithdrawalRow = Selectable<WithdrawalsTable>;
export type NewWithdrawal = Pick<
  Insertable<WithdrawalsTable>,
  'user_id' | 'type' | 'currency_id' | 'method_id' | 'amount' | 'fee' | 'receipt' | 'memo' | 'approvals_needed' | 'key'
>;
/** A withdrawal with its destination and its approvers. */
export interface WithdrawalView extends WithdrawalRow {
  readonly email: string | null;
  readonly code: string;
  readonly protocol: string;
  readonly dc_address: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  /** Ids and names of the staff who approved it, in order of approval. */
  readonly approved_by: readonly number[];
  readonly approvers: readonly string[];
  /** Micro-dollars that came back after the payment. */
  readonly returned: bigint;
  /** Name of the staff member who pays it. */
  readonly claimer: string | null;
  /** Name of the staff member who decided it. */
  readonly decider: string | null;
}

export interface WithdrawalFilter extends DateRange {
  readonly states?: readonly WithdrawalState[] | undefined;
  readonly type?: number | undefined;
  readonly user?: number | undefined;
  /** Set when users list their own withdrawals. Shows `holding` ones too. */
  readonly owner?: number | undefined;
  readonly id?: number | undefined;
}

/** Columns that change together with a state. */
export type Change = Partial<Pick<WithdrawalRow, 'remark' | 'reference' | 'attempt'>> & {
  readonly decidedBy?: number | null;
};

/** A withdrawal under its lock. */
export interface LockedWithdrawal {
  readonly row: WithdrawalRow;
  /** The owner is frozen. The lock also keeps the owner from being frozen meanwhile. */
  readonly isFrozen: boolean;
  /** Queries in the transaction that holds the lock. */
  readonly queries: WithdrawalQueries;
}

/** The columns of decisions in a new withdrawal. */
const UNDECIDED = {
  refusal: null,
  refusal_detail: null,
  decided_at: null,
  decided_by: null,
  claimed_by: null,
  claimed_at: null,
};

/** States hidden from staff, because the money is not frozen. Owners see `holding`. */
const HIDDEN: readonly WithdrawalState[] = ['holding', 'refused'];
const UNSETTLED: readonly WithdrawalState[] = ['holding', 'paying', 'rejecting', 'cancelling'];

/** The states that trigger a message to the user. */
const TOLD: Partial<Readonly<Record<WithdrawalState, MailTemplate>>> = {
  review: 'withdrawal_requested',
  paid: 'withdrawal_paid',
  rejected: 'withdrawal_rejected',
};

/**
 * The table of withdrawals. A state changes only from the states that the caller names, so of two concurrent decisions
 * only one takes effect.
 */
export class WithdrawalQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  async byId(id: number): Promise<WithdrawalRow | undefined> {
    return this.#db.selectFrom('withdrawals').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Runs `work` in a transaction that holds the locks on the withdrawal and on its owner. */
  locked<T>(id: bigint, work: (locked: LockedWithdrawal) => Promise<T>): Promise<T> {
    return this.#inTransaction(async (transaction) => {
      const row = await transaction
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const isFrozen = await isUserFrozen(transaction, row.user_id);
      return work({ row, isFrozen, queries: new WithdrawalQueries(transaction, this.#notices) });
    });
  }

  /** Tells whether the engine has decided a command of the user. */
  async isDecided(user: bigint, key: string): Promise<boolean> {
    const { rows } = await sql`select seq from journal where account = ${user} and key = ${key}
      union all select seq from archived_keys where account = ${user} and key = ${key}`.execute(this.#db);
    return rows.length > 0;
  }

  async byKey(user: number, key: string): Promise<WithdrawalRow | undefined> {
    return this.#db
      .selectFrom('withdrawals')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Returns undefined when a withdrawal with this key exists. */
  async insert(values: NewWithdrawal): Promise<WithdrawalRow | undefined> {
    return this.#db
      .insertInto('withdrawals')
      .values({ ...values, state: 'holding', ...UNDECIDED })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  async open(user: number): Promise<number> {
    const row = await this.#db
      .selectFrom('withdrawals')
      .select(sql<bigint>`count(*)`.as('count'))
      .where('user_id', '=', BigInt(user))
      .where('state', 'in', ['holding', 'review', 'approved', 'paying'])
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /**
   * Changes the state, queues the user's message and returns the changed row; undefined when the withdrawal was in none
   * of the states `from` or in a later attempt.
   */
  async move(
    row: Pick<WithdrawalRow, 'id' | 'attempt'>,
    from: readonly WithdrawalState[],
    to: WithdrawalState,
    change: Change = {},
  ): Promise<WithdrawalRow | undefined> {
    const { decidedBy, ...values } = change;
    return this.#inTransaction(async (transaction) => {
      const moved = await transaction
        .updateTable('withdrawals')
        .set({
          state: to,
          ...values,
          ...(decidedBy !== undefined && {
            decided_at: sql<Date>`now()`,
            decided_by: decidedBy === null ? null : BigInt(decidedBy),
          }),
        })
        .where('id', '=', row.id)
        .where('attempt', '=', row.attempt)
        .where('state', 'in', from)
        .returningAll()
        .executeTakeFirst();
      const template = TOLD[to];
      if (moved !== undefined && template !== undefined)
        await this.#notices.put(transaction, {
          user: moved.user_id,
          template,
          amount: moved.amount,
          reason: moved.remark,
        });
      return moved;
    });
  }

  /**
   * Ids of decided withdrawals after `after` that are neither completed nor marked as stuck, ascending. The engine may still
   * decide a payment that was taken back to `approved`.
   */
  async unsettled(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('withdrawals')
      .select('id')
      .where(({ eb }) => eb('state', 'in', UNSETTLED).or(eb('state', '=', 'approved').and('attempt', '>', 0)))
      .where('id', '>', after)
      .where(notStuck('withdrawals'))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async view(id: number, owner?: number): Promise<WithdrawalView | undefined> {
    return (await this.list({ id, owner }, { offset: 0, limit: 1 })).rows[0];
  }

  /** Withdrawals in review or approved are listed oldest first, all others newest first. */
  async list(
    filter: WithdrawalFilter,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: WithdrawalView[]; readonly total: number }> {
    const found = this.#matching(filter);
    const waiting = filter.states?.some((state) => state === 'review' || state === 'approved') === true;
    const rows = await found
      .selectAll('withdrawals')
      .select([
        'users.email',
        'draw_currencies.code',
        'draw_currencies.protocol',
        'draw_methods.dc_address',
        'draw_methods.bank_name',
        'draw_methods.bank_address',
        'draw_methods.bank_swift',
        'draw_methods.payee_name',
        'draw_methods.payee_account',
        sql<
          bigint[]
        >`array(select staff_id from withdrawal_approvals where withdrawal_id = withdrawals.id order by at, staff_id)`.as(
          'approver_ids',
        ),
        sql<
          string[]
        >`array(select name from withdrawal_approvals join staff on staff.id = staff_id where withdrawal_id = withdrawals.id order by at, staff_id)`.as(
          'approvers',
        ),
        bookedAbout('withdrawal', 'withdrawals.id').as('returned'),
        sql<string | null>`(select name from staff where staff.id = withdrawals.claimed_by)`.as('claimer'),
        sql<string | null>`(select name from staff where staff.id = withdrawals.decided_by)`.as('decider'),
      ])
      .orderBy('withdrawals.id', waiting ? 'asc' : 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await found.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return {
      rows: rows.map(({ approver_ids: ids, ...row }) => ({ ...row, approved_by: ids.map(Number) })),
      total: Number(total),
    };
  }

  #inTransaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#db.isTransaction ? work(this.#db as Transaction<Tables>) : this.#db.transaction().execute(work);
  }

  #matching({ states, type, user, owner, id, ...period }: WithdrawalFilter) {
    let found = this.#db
      .selectFrom('withdrawals')
      .innerJoin('users', 'users.id', 'withdrawals.user_id')
      .innerJoin('draw_currencies', 'draw_currencies.id', 'withdrawals.currency_id')
      .innerJoin('draw_methods', 'draw_methods.id', 'withdrawals.method_id')
      .where('withdrawals.state', 'not in', owner === undefined ? HIDDEN : ['refused'])
      .where(isWithin('withdrawals.created_at', period));
    if (owner !== undefined) found = found.where('withdrawals.user_id', '=', BigInt(owner));
    if (states !== undefined) found = found.where('withdrawals.state', 'in', states);
    if (type !== undefined) found = found.where('withdrawals.type', '=', type);
    if (user !== undefined) found = found.where('withdrawals.user_id', '=', BigInt(user));
    if (id !== undefined) found = found.where('withdrawals.id', '=', BigInt(id));
    return found;
  }
}

/** Tells whether a user is frozen, and locks the answer until the transaction ends. */
export async function isUserFrozen(transaction: Transaction<Tables>, user: bigint): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('blocked_at')
    .where('id', '=', user)
    .forShare()
    .executeTakeFirstOrThrow();
  return row.blocked_at !== null;
}
