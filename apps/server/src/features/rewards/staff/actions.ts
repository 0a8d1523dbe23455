import { type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import { type People, isDecidedByOther } from '../../../staff/people.ts';
import type { RewardPayment } from '../payment.ts';
import type { RewardQueries, RewardRow } from '../queries.ts';

export interface RewardActionsDeps {
  readonly queries: RewardQueries;
  readonly payment: RewardPayment;
  readonly people: People;
  readonly limit: OnePersonLimit;
}

/** A decision of a member of staff about a waiting reward. */
export interface RewardDecision {
  readonly id: bigint;
  readonly staff: number;
  readonly approve: boolean;
  readonly remark: string;
}

/** Decisions of staff about rewards that wait. Above the sums of one person a second one must agree. */
export class RewardActions {
  readonly #deps: RewardActionsDeps;

  constructor(deps: RewardActionsDeps) {
    this.#deps = deps;
  }

  /** Stores the decision, and pays an approved reward. Repeating a decision returns its outcome. */
  async decide(decision: RewardDecision): Promise<Answer<RewardRow>> {
    const decided = await this.#deps.queries.alone((db) => this.#judge(db, decision));
    return decided.ok && decided.data.state === 'approved' ? this.#deps.payment.pay(decided.data.id) : decided;
  }

  async #judge(db: Transaction<Tables>, decision: RewardDecision): Promise<Answer<RewardRow>> {
    const { queries, people } = this.#deps;
    const { id, staff, approve } = decision;
    const row = await db.selectFrom('rewards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'waiting') {
      if (isDecidedByOther(row, staff)) return people.refuseDecided(row, db);
      return row.decided_by !== null && (row.state !== 'rejected') === approve ? done(row) : refuse('record_changed');
    }
    if (!approve) return done(await write(db, decision, 'rejected'));
    if (!(await queries.isOpen(db, row.inviter_id))) return refuse('account_closed');
    return this.#approve(db, row, decision);
  }

  async #approve(db: Transaction<Tables>, row: RewardRow, decision: RewardDecision): Promise<Answer<RewardRow>> {
    const { people, limit } = this.#deps;
    const first = row.approved_by === null ? [] : [Number(row.approved_by)];
    const barred = await people.mayDecide(decision.staff, first, db);
    if (!barred.ok) return barred;
    const alone = {
      kind: 'rewards',
      record: Number(row.id),
      user: Number(row.inviter_id),
      amount: row.amount,
    } as const;
    if (first.length > 0 || (await limit.take(db, { ...alone, staff: decision.staff })))
      return done(await write(db, decision, 'approved'));
    return done(
      await db
        .updateTable('rewards')
        .set({ approved_by: BigInt(decision.staff) })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
}

function write(
  db: Transaction<Tables>,
  { id, staff, remark }: RewardDecision,
  state: 'approved' | 'rejected',
): Promise<RewardRow> {
  return db
    .updateTable('rewards')
    .set({ state, decided_by: BigInt(staff), decided_at: sql<Date>`now()`, remark })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
