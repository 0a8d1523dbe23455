import { LEDGER_TYPES } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import { notStuck } from '../../../staff/stuck-records.ts';
import { isOutOfReach } from './closed-account.ts';
import { type AdjustmentRow, namedAdjustments } from './list-queries.ts';

/** A proposed correction. */
export interface Proposal {
  readonly user: number;
  /** Micro-dollars, signed. */
  readonly amount: bigint;
  readonly memo: string;
  readonly author: number;
  readonly key: string;
  /** The paid withdrawal that came back, or the credited deposit that was charged back. */
  readonly about?: Returned | undefined;
}

/** A paid withdrawal or a credited deposit. */
export interface Returned {
  readonly kind: 'withdrawal' | 'deposit';
  readonly id: number;
}

/** Thrown to roll a proposal back. */
class Refused extends Error {
  readonly answer: Answer<never>;

  constructor(answer: Answer<never>) {
    super('the proposal is refused');
    this.answer = answer;
  }
}

/** The table of corrections. The engine books the money. */
export class AdjustmentQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  /**
   * Stores a proposal, or finds the one stored under the same key. Returns its id. A new proposal is approved when
   * `needsNobody` says so, in the same transaction. Refused, and not stored, when more would come back of a withdrawal or
   * a deposit than was paid or credited, and when money would come to an account that is finally closed.
   */
  async propose(
    { user, amount, memo, author, key, about }: Proposal,
    needsNobody: (db: Transaction<Tables>, id: number) => Promise<boolean>,
  ): Promise<Answer<number>> {
    const insert = this.#db.transaction().execute(async (db) => {
      if (about !== undefined) await lockReturned(db, about);
      const stored = await db
        .insertInto('adjustments')
        .values({
          user_id: BigInt(user),
          amount,
          memo,
          state: 'waiting',
          key,
          author_id: BigInt(author),
          approver_id: null,
          decided_at: null,
          reason: null,
          about: about?.kind ?? null,
          about_id: about === undefined ? null : BigInt(about.id),
        })
        .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (stored !== undefined && about !== undefined && (await exceedsReturned(db, user, about)))
        throw new Refused(refuse('return_exceeds'));
      if (stored !== undefined && (await isOutOfReach(db, user, amount))) throw new Refused(refuse('account_closed'));
      if (stored !== undefined && (await needsNobody(db, Number(stored.id))))
        await db.updateTable('adjustments').set({ state: 'approved' }).where('id', '=', stored.id).execute();
      return undefined;
    });
    const refusal = await insert.catch(refusalOf);
    if (refusal !== undefined) return refusal;
    const { id } = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('author_id', '=', BigInt(author))
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return done(Number(id));
  }

  /** Tells whether the author has a proposal under this key. */
  async isKnown(author: number, key: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('author_id', '=', BigInt(author))
      .where('key', '=', key)
      .executeTakeFirst();
    return row !== undefined;
  }

  byId(id: number): Promise<AdjustmentRow | undefined> {
    return namedAdjustments(this.#db).where('adjustments.id', '=', BigInt(id)).executeTakeFirst();
  }

  /**
   * Stores the second person's decision; false when the correction is not waiting or the approver is its author. Refused
   * when money would come to an account that is finally closed.
   */
  decide(id: number, approver: number, approved: boolean): Promise<Answer<boolean>> {
    return this.#db
      .transaction()
      .execute(async (db) => {
        const decided = await db
          .updateTable('adjustments')
          .set({
            state: approved ? 'approved' : 'rejected',
            approver_id: BigInt(approver),
            decided_at: sql<Date>`now()`,
          })
          .where('id', '=', BigInt(id))
          .where('state', '=', 'waiting')
          .where('author_id', '<>', BigInt(approver))
          .returning(['user_id', 'amount'])
          .executeTakeFirst();
        if (decided !== undefined && approved && (await isOutOfReach(db, Number(decided.user_id), decided.amount)))
          throw new Refused(refuse('account_closed'));
        return done(decided !== undefined);
      })
      .catch(refusalOf);
  }

  /**
   * Stores the engine's outcome: `reason` is null when the money was booked. The user is told about money that came
   * back or was taken back.
   */
  async finish(id: number, reason: string | null): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      const row = await db
        .updateTable('adjustments')
        .set({
          state: reason === null ? 'done' : 'refused',
          reason,
          decided_at: sql<Date>`coalesce(decided_at, now())`,
        })
        .where('id', '=', BigInt(id))
        .where('state', '=', 'approved')
        .returningAll()
        .executeTakeFirst();
      if (row === undefined || row.about === null || reason !== null) return;
      await this.#notices.put(db, {
        user: row.user_id,
        template: row.about === 'withdrawal' ? 'withdrawal_returned' : 'deposit_reversed',
        amount: row.amount < 0n ? -row.amount : row.amount,
        reason: row.memo,
        params: { number: String(row.about_id) },
      });
    });
  }

  /** The user of a paid withdrawal or a credited deposit, or its other state; undefined without a record. */
  async returnable({
    kind,
    id,
  }: Returned): Promise<{ readonly user: number; readonly isReturnable: boolean } | undefined> {
    const row = await this.#db
      .selectFrom(kind === 'withdrawal' ? 'withdrawals' : 'deposits')
      .select(['user_id', 'state'])
      .where('id', '=', BigInt(id))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return { user: Number(row.user_id), isReturnable: row.state === (kind === 'withdrawal' ? 'paid' : 'finished') };
  }

  /** Ids of approved corrections after `after` whose outcome is neither stored nor marked as stuck, ascending. */
  async unfinished(after: bigint, limit: number): Promise<readonly bigint[]> {
    const rows = await this.#db
      .selectFrom('adjustments')
      .select('id')
      .where('state', '=', 'approved')
      .where('id', '>', after)
      .where(notStuck('adjustments'))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }
}

/** Locks the record, so that several returns of it are judged one after the other. */
async function lockReturned(db: Transaction<Tables>, { kind, id }: Returned): Promise<void> {
  await db
    .selectFrom(kind === 'withdrawal' ? 'withdrawals' : 'deposits')
    .select('id')
    .where('id', '=', BigInt(id))
    .forNoKeyUpdate()
    .execute();
}

/** True when all that came back of a record, the newest included, exceeds what the ledger paid or credited for it. */
async function exceedsReturned(db: Transaction<Tables>, user: number, { kind, id }: Returned): Promise<boolean> {
  const { rows } = await sql<{ moved: bigint; returned: bigint }>`select
    (select coalesce(sum(amount), 0) from transfers where account = ${user} and kind = ${LEDGER_TYPES[kind]}
      and reference = ${id})::bigint as moved,
    (select coalesce(sum(abs(amount)), 0) from adjustments where about = ${kind} and about_id = ${id}
      and state not in ('refused', 'rejected'))::bigint as returned`.execute(db);
  return (rows[0]?.returned ?? 0n) > (rows[0]?.moved ?? 0n);
}

function refusalOf(error: unknown): Answer<never> {
  if (error instanceof Refused) return error.answer;
  throw error;
}
