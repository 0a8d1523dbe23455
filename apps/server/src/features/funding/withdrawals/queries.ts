import { sql } from 'kysely';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { WithdrawalState, WithdrawalsTable } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { MailTemplate } from '../../../platform/outbox/message.ts';
import type { UserNotices } from '../../../platform/outbox/user-notices.ts';
import type { QueueAge } from '../../../platform/work-queues.ts';
import type { Slice } from '../deposits/queries.ts';

export type WithdrawalRow = Selectable<WithdrawalsTable>;
export type NewWithdrawal = Pick<
  Insertable<WithdrawalsTable>,
  'user_id' | 'type' | 'currency_id' | 'method_id' | 'amount' | 'fee' | 'receipt' | 'memo' | 'approvals_needed' | 'key'
>;
/** A withdrawal with where it goes and who approved it. */
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
  /** Numbers and names of the staff who approved it, in that order. */
  readonly approved_by: readonly number[];
  readonly approvers: readonly string[];
  /** Name of the staff who decided it. */
  readonly decider: string | null;
}

export interface WithdrawalFilter {
  readonly states?: readonly WithdrawalState[] | undefined;
  readonly type?: number | undefined;
  readonly user?: number | undefined;
  /** The user who asks for their own. */
  readonly owner?: number | undefined;
  readonly id?: number | undefined;
}

/** What changes together with a state. */
export type Change = Partial<Pick<WithdrawalRow, 'refusal' | 'remark' | 'reference' | 'attempt'>> & {
  readonly refusal_detail?: string | null;
  readonly decidedBy?: number | null;
};

/** Staff are not shown these: the money was not frozen (yet). The owner is shown what may still be frozen. */
const HIDDEN: readonly WithdrawalState[] = ['holding', 'refused'];
const UNSETTLED: readonly WithdrawalState[] = ['holding', 'paying', 'rejecting', 'cancelling'];

/** The states that users are told of. */
const TOLD: Partial<Readonly<Record<WithdrawalState, MailTemplate>>> = {
  paid: 'withdrawal_paid',
  rejected: 'withdrawal_rejected',
};

/** The table of withdrawals. A state changes only from states that the caller names, so that of two decisions one is made. */
export class WithdrawalQueries {
  private readonly db: Kysely<Tables>;
  private readonly notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.db = db;
    this.notices = notices;
  }

  async byId(id: number): Promise<WithdrawalRow | undefined> {
    return this.db.selectFrom('withdrawals').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  async byKey(user: number, key: string): Promise<WithdrawalRow | undefined> {
    return this.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Undefined when the key has one already. */
  async insert(values: NewWithdrawal): Promise<WithdrawalRow | undefined> {
    return this.db
      .insertInto('withdrawals')
      .values({ ...values, state: 'holding', refusal: null, refusal_detail: null, decided_at: null, decided_by: null })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }

  async open(user: number): Promise<number> {
    const row = await this.db
      .selectFrom('withdrawals')
      .select(sql<bigint>`count(*)`.as('count'))
      .where('user_id', '=', BigInt(user))
      .where('state', 'in', ['holding', 'review', 'approved', 'paying'])
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** The row as it is after the change, of which its user is told; undefined when it was in none of those states (any more), or in a later attempt. */
  async move(
    row: Pick<WithdrawalRow, 'id' | 'attempt'>,
    from: readonly WithdrawalState[],
    to: WithdrawalState,
    change: Change = {},
  ): Promise<WithdrawalRow | undefined> {
    const { decidedBy, refusal_detail: detail, ...values } = change;
    return this.db.transaction().execute(async (transaction) => {
      const moved = await transaction
        .updateTable('withdrawals')
        .set({
          state: to,
          ...values,
          ...(detail !== undefined && { refusal_detail: detail }),
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
        await this.notices.put(transaction, {
          user: moved.user_id,
          template,
          amount: moved.amount,
          reason: moved.remark,
        });
      return moved;
    });
  }

  /** Runs a step while nobody else changes this withdrawal. */
  locked<T>(id: number, step: (row: WithdrawalRow | undefined, approvals: Approvals) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', '=', BigInt(id))
        .forUpdate()
        .executeTakeFirst();
      return step(row, new Approvals(transaction, BigInt(id)));
    });
  }

  async unsettled(): Promise<readonly WithdrawalRow[]> {
    return this.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('state', 'in', UNSETTLED)
      .orderBy('id')
      .limit(1000)
      .execute();
  }

  async view(id: number, owner?: number): Promise<WithdrawalView | undefined> {
    return (await this.list({ id, owner }, { offset: 0, limit: 1 })).rows[0];
  }

  /** What is to be worked on oldest first, everything else newest first. */
  async list(
    filter: WithdrawalFilter,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: WithdrawalView[]; readonly total: number }> {
    const found = this.matching(filter);
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

  /** How many wait to be decided or paid, and since when. */
  async age(): Promise<QueueAge> {
    const row = await this.db
      .selectFrom('withdrawals')
      .select([sql<bigint>`count(*)`.as('waiting'), sql<Date | null>`min(created_at)`.as('oldest')])
      .where('state', 'in', ['review', 'approved', 'paying'])
      .executeTakeFirstOrThrow();
    return { waiting: Number(row.waiting), oldestAt: row.oldest ?? undefined };
  }

  private matching({ states, type, user, owner, id }: WithdrawalFilter) {
    let found = this.db
      .selectFrom('withdrawals')
      .innerJoin('users', 'users.id', 'withdrawals.user_id')
      .innerJoin('draw_currencies', 'draw_currencies.id', 'withdrawals.currency_id')
      .innerJoin('draw_methods', 'draw_methods.id', 'withdrawals.method_id')
      .where('withdrawals.state', 'not in', owner === undefined ? HIDDEN : ['refused']);
    if (owner !== undefined) found = found.where('withdrawals.user_id', '=', BigInt(owner));
    if (states !== undefined) found = found.where('withdrawals.state', 'in', states);
    if (type !== undefined) found = found.where('withdrawals.type', '=', type);
    if (user !== undefined) found = found.where('withdrawals.user_id', '=', BigInt(user));
    if (id !== undefined) found = found.where('withdrawals.id', '=', BigInt(id));
    return found;
  }
}

/** Who approved one withdrawal, within a transaction that holds it. */
export class Approvals {
  private readonly db: Transaction<Tables>;
  private readonly withdrawal: bigint;

  constructor(db: Transaction<Tables>, withdrawal: bigint) {
    this.db = db;
    this.withdrawal = withdrawal;
  }

  async by(): Promise<readonly number[]> {
    const rows = await this.db
      .selectFrom('withdrawal_approvals')
      .select('staff_id')
      .where('withdrawal_id', '=', this.withdrawal)
      .execute();
    return rows.map(({ staff_id: staff }) => Number(staff));
  }

  async add(staff: number): Promise<void> {
    await this.db
      .insertInto('withdrawal_approvals')
      .values({ withdrawal_id: this.withdrawal, staff_id: BigInt(staff) })
      .execute();
  }

  async complete(): Promise<void> {
    await this.db.updateTable('withdrawals').set({ state: 'approved' }).where('id', '=', this.withdrawal).execute();
  }
}
