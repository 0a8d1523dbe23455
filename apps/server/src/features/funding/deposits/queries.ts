import { type Insertable, type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import { lockUser } from '../../../db/lock-user.ts';
import type { DepositState, DepositsTable } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import type { MailTemplate } from '../../../messages/message.ts';
import type { UserNotice, UserNotices } from '../../../messages/user-notices.ts';
import { notStuck } from '../../../staff/stuck-records.ts';
import { claimOnce } from '../../../uploads/image-store.ts';
import { isCredited, networkOf, transferOf } from './transfers.ts';

export type DepositRow = Selectable<DepositsTable>;
export type NewDeposit = Omit<
  Insertable<DepositsTable>,
  | 'state'
  | 'decided_at'
  | 'decided_by'
  | 'approved_by'
  | 'proof_hash'
  | 'received'
  | 'credited'
  | 'credit_reason'
  | 'credited_as'
>;
/** The reason why a deposit was not stored. */
type NotStored = 'key_taken' | 'too_many_open_requests' | 'transaction_used' | 'no_image';
/** Maximum number of undecided deposits per user. */
const MOST_OPEN = 20;

/** A page of a list. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** A decision by staff, with the remark that the user reads. */
export interface Decision {
  readonly staff: number;
  readonly remark?: string;
}

/** Micro-dollars that a deposit was credited with, or is to be as long as staff have decided on no other amount. */
export function creditOf({ credited, amount }: Pick<DepositRow, 'credited' | 'amount'>): bigint {
  return credited ?? amount;
}

/** True for the database's refusal of a transaction that another deposit has. */
export function isTransactionUsed(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  return constraint === 'deposits_reported_once' || constraint === 'deposits_credited_once';
}

/** The states that trigger a message to the user. */
const TOLD: Partial<Readonly<Record<DepositState, MailTemplate>>> = {
  finished: 'deposit_credited',
  rejected: 'deposit_rejected',
  invalid: 'deposit_rejected',
};

/** The notice of a decision. That of another credit than the reported one has both amounts and the reason. */
function noticeOf(row: DepositRow, template: MailTemplate): UserNotice {
  const [user, amount] = [row.user_id, creditOf(row)];
  return template === 'deposit_credited' && amount !== row.amount
    ? { user, template: 'deposit_corrected', amount, reported: row.amount, reason: row.credit_reason }
    : { user, template, amount, reason: row.remark };
}

/**
 * The table of deposits. A state changes only from the state that the caller names, so of two concurrent decisions only
 * one takes effect.
 */
export class DepositQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  async byId(id: number): Promise<DepositRow | undefined> {
    return this.#db.selectFrom('deposits').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  async byKey(user: number, key: string): Promise<DepositRow | undefined> {
    return this.#db
      .selectFrom('deposits')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /**
   * Stores a deposit and claims its proof image in one transaction. An image proves one deposit. The reports of a user
   * are stored one after another, so that a repeated one is refused before it takes a number.
   */
  async insert(values: NewDeposit, image: string): Promise<DepositRow | NotStored> {
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        await lockUser(transaction, values.user_id);
        const refusal = await this.#refusalOf(transaction, values);
        if (refusal !== undefined) return refusal;
        const proof = await claimOnce(transaction, Number(values.user_id), image, 'deposit');
        if (proof === undefined) return 'no_image';
        return transaction
          .insertInto('deposits')
          .values({
            ...values,
            proof_hash: proof,
            state: 'unchecked',
            decided_at: null,
            decided_by: null,
            approved_by: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    } catch (error) {
      // Staff have given another deposit of the user the same ID meanwhile.
      if (isTransactionUsed(error)) return 'transaction_used';
      throw error;
    }
  }

  async #refusalOf(db: Transaction<Tables>, values: NewDeposit): Promise<NotStored | undefined> {
    const { user_id: user, key, transaction_id: id = '' } = values;
    const mine = db.selectFrom('deposits').select('id').where('user_id', '=', user);
    if ((await mine.where('key', '=', key).executeTakeFirst()) !== undefined) return 'key_taken';
    const open = await mine.where('state', 'in', ['unchecked', 'crediting']).limit(MOST_OPEN).execute();
    if (open.length === MOST_OPEN) return 'too_many_open_requests';
    if (id === '') return undefined;
    const twin = await mine
      .where('network', '=', networkOf(values))
      .where('transaction_id', '=', id)
      .where('state', 'in', ['unchecked', 'crediting', 'finished'])
      .executeTakeFirst();
    return twin !== undefined || (await isCredited(db, transferOf(values, id))) ? 'transaction_used' : undefined;
  }

  /** True when a deposit of this user has the image as its proof. */
  async hasProof(user: number, proof: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('deposits')
      .select('id')
      .where('user_id', '=', BigInt(user))
      .where('proof_img', '=', proof)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Changes the state, queues the user's message and returns the changed row; undefined when the deposit was not in
   * state `from`.
   */
  async move(id: number, from: DepositState, to: DepositState, decision?: Decision): Promise<DepositRow | undefined> {
    const decided =
      decision === undefined
        ? {}
        : { decided_at: sql<Date>`now()`, decided_by: BigInt(decision.staff), remark: decision.remark ?? '' };
    // The figures to which the first of two people agreed are credited no more.
    const figures =
      to === 'crediting' || to === 'finished' ? {} : { received: null, credited: null, credit_reason: '' };
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('deposits')
        .set({ state: to, ...decided, ...figures })
        .where('id', '=', BigInt(id))
        .where('state', '=', from)
        .returningAll()
        .executeTakeFirst();
      const template = TOLD[to];
      if (row !== undefined && template !== undefined) await this.#notices.put(transaction, noticeOf(row, template));
      return row;
    });
  }

  /** Ids of accepted deposits after `after` whose credit is neither confirmed nor marked as stuck, ascending. */
  async unsettled(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('deposits')
      .select('id')
      .where('state', '=', 'crediting')
      .where('id', '>', after)
      .where(notStuck('deposits'))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** A page of the user's deposits, newest first, and their total number. */
  async ofUser(
    user: number,
    type: number,
    { offset, limit }: Slice,
  ): Promise<{ readonly rows: DepositRow[]; readonly total: number }> {
    const mine = this.#db.selectFrom('deposits').where('user_id', '=', BigInt(user)).where('type', '=', type);
    const rows = await mine.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await mine.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }
}
