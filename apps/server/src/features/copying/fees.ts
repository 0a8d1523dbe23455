import { feeDue, highWaterAfter } from '@fairlot/copying';
import { DAY_MS, type Money, ZERO, asMoney, formatMoney, parseMoney } from '@fairlot/domain';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { isTemporary } from '../../http/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Job, every } from '../../platform/jobs.ts';
import { type FeeRow, countHeldFees, openFees } from './fee-queries.ts';
import { FeeSender, type FeeTrading } from './fee-sender.ts';
import type { Follower } from './follower/follower.ts';
import { rereadOnFailure } from './follower/reread.ts';
import { refreshResults } from './results.ts';

const EVERY_MS = 15_000;
/** Copies of one round. */
const BATCH = 500;
/** Days after a copy's end on which the unpaid rest of its last fee is asked for again. */
const RETRY_DAYS = 30;

export interface FeesDeps {
  readonly db: Kysely<Tables>;
  readonly trading: FeeTrading;
  /** Market time. */
  readonly now: () => number;
  readonly follower: Pick<Follower, 'reread'>;
  /** Told of copies whose sums have changed. */
  readonly charged: (copy: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: { error(detail: object, message: string): void };
}

/**
 * Charges leaders' fees at the end of each UTC day and of each copy. A fee is a row before its first command, and its
 * commands have keys of that row, so that a crash neither loses nor doubles it.
 */
export class CopyFees {
  readonly #deps: FeesDeps;
  readonly #job: Job;
  #held = 0;

  constructor(deps: FeesDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'the fees of copies could not be charged, trying again'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  wake(): void {
    this.#job.wake();
  }

  stop(): Promise<void> {
    return this.#job.stop();
  }

  /** Fees that neither the leader nor the copier could take. */
  get held(): number {
    return this.#held;
  }

  /** Finishes fees that were begun, and begins those that are due. */
  async run(): Promise<void> {
    const sender = new FeeSender(this.#deps.trading);
    for await (const fee of openFees(this.#deps.db)) await this.#settle(fee, sender);
    const today = Math.floor(this.#deps.now() / DAY_MS);
    const due = await this.#deps.db
      .selectFrom('copies')
      .select('id')
      .where('fee_day', 'is not', null)
      .where((or) => or.or([or('fee_day', '<', today), or('fee_day', '=', today).and('state', '=', 'ended')]))
      .where(sql<boolean>`not exists (select from copy_fees where copy_id = copies.id and not paid)`)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    await refreshResults(
      this.#deps.db,
      due.map(({ id }) => Number(id)),
    );
    for (const { id } of due) {
      const fee = await this.#begin(id, today);
      if (fee !== undefined) await this.#settle(fee, sender);
    }
    this.#held = await countHeldFees(this.#deps.db);
  }

  /** Stores the fee of a copy, if one is due, and marks the day. */
  #begin(id: bigint, today: number): Promise<FeeRow | undefined> {
    return this.#deps.db.transaction().execute(async (db) => {
      const copy = await db.selectFrom('copies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (copy === undefined || copy.fee_day === null) return undefined;
      const open = await db
        .selectFrom('copy_fees')
        .select(({ fn }) => [fn.max('number').as('last'), sql<boolean>`bool_or(not paid)`.as('waits')])
        .where('copy_id', '=', id)
        .executeTakeFirst();
      if (open?.waits === true) return undefined;
      const isLast = copy.state === 'ended';
      const day = isLast ? null : today;
      await db.updateTable('copies').set({ fee_day: day }).where('id', '=', id).execute();
      const basis = {
        realised: asMoney(copy.realised),
        highWater: asMoney(copy.high_water),
        percent: copy.fee_percent,
      };
      const amount = feeDue(basis);
      if (amount === 0n) return undefined;
      const fee = await db
        .insertInto('copy_fees')
        .values({
          copy_id: id,
          number: (open?.last ?? 0) + 1,
          at: new Date(this.#deps.clock()),
          realised: basis.realised,
          high_water: basis.highWater,
          amount,
          charged: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const { user_id, leader_id, fee_percent } = copy;
      return { ...fee, user_id, leader_id, fee_percent };
    });
  }

  /** Charges a stored fee and pays it. Leaves it for the next round while an outcome is unknown. */
  async #settle(fee: FeeRow, sender: FeeSender): Promise<void> {
    const { follower, charged: onCharged } = this.#deps;
    const basis = { realised: asMoney(fee.realised), highWater: asMoney(fee.high_water), percent: fee.fee_percent };
    const memo = `copy ${fee.copy_id}: ${fee.fee_percent}% of ${formatMoney(asMoney(basis.realised - basis.highWater))} USD`;
    const common = { reference: Number(fee.copy_id), memo };
    const charged = fee.charged === null ? await this.#charge(fee, sender, common) : asMoney(fee.charged);
    if (charged === undefined) return;
    const paidTo = charged === 0n ? null : await this.#payOn(fee, sender, { ...common, amount: charged });
    if (paidTo === undefined) return;
    await rereadOnFailure(follower, async () => {
      await this.#book(fee, basis, { charged, paidTo });
      await onCharged(Number(fee.copy_id));
    });
  }

  /** Notes a charged fee as paid, once. */
  #book(
    fee: FeeRow,
    basis: Parameters<typeof highWaterAfter>[0],
    { charged, paidTo }: { readonly charged: Money; readonly paidTo: FeeRow['paid_to'] },
  ): Promise<void> {
    return this.#deps.db.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('copy_fees')
        .set({ paid: true, paid_to: paidTo })
        .where('id', '=', fee.id)
        .where('paid', '=', false)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      const kept = paidTo === 'copier' ? ZERO : charged;
      await transaction
        .updateTable('copies')
        .set(({ eb }) => ({
          fees: eb('fees', '+', kept as bigint),
          // A returned fee moves it too: the leader takes nothing for this profit any more.
          high_water: highWaterAfter(basis, charged) as bigint,
        }))
        .where('id', '=', fee.copy_id)
        .execute();
      if (charged < fee.amount && (paidTo ?? 'leader') === 'leader') await this.#keepDue(transaction, fee.copy_id);
    });
  }

  /** Has the rest of an ended copy's last fee asked for on the next day. The day of a running copy comes by itself. */
  async #keepDue(db: Transaction<Tables>, copy: bigint): Promise<void> {
    const tomorrow = Math.floor(this.#deps.now() / DAY_MS) + 1;
    await db
      .updateTable('copies')
      .set({ fee_day: tomorrow })
      .where('id', '=', copy)
      .where('state', '=', 'ended')
      .where('fee_day', 'is', null)
      .where('ended_time', '>=', BigInt((tomorrow - RETRY_DAYS) * DAY_MS))
      .execute();
  }

  /**
   * Pays a charged fee to the leader. A leader whose account is gone for good gets nothing: the copier gets the sum back, or,
   * without an account too, it stays with the house for staff to decide. Undefined while an answer is unknown.
   */
  async #payOn(
    fee: FeeRow,
    sender: FeeSender,
    entry: { readonly reference: number; readonly memo: string; readonly amount: Money },
  ): Promise<FeeRow['paid_to'] | undefined> {
    const { log } = this.#deps;
    const receivers = [
      { to: 'leader', account: Number(fee.leader_id), key: `copy fee ${fee.id} paid` },
      { to: 'copier', account: Number(fee.user_id), key: `copy fee ${fee.id} returned` },
    ] as const;
    for (const { to, account, key } of receivers) {
      const paid = await sender.submit({ type: 'payCopyFee', account, key, ...entry });
      if (paid.ok) return to;
      if (isTemporary(paid.reason)) return undefined;
      log.error({ fee: Number(fee.id), account, reason: paid.reason }, `the ${to} of a copy can't be paid its fee`);
    }
    return 'house';
  }

  /** The dollars that the engine took; undefined while its answer is unknown. */
  async #charge(
    fee: FeeRow,
    sender: FeeSender,
    common: { readonly reference: number; readonly memo: string },
  ): Promise<Money | undefined> {
    const key = `copy fee ${fee.id} charged`;
    const outcome = await sender.submit({
      type: 'chargeCopyFee',
      account: Number(fee.user_id),
      key,
      amount: asMoney(fee.amount),
      ...common,
    });
    if (!outcome.ok && isTemporary(outcome.reason)) return undefined;
    const taken = outcome.ok ? (parseMoney(outcome.taken ?? '0') ?? ZERO) : ZERO;
    await this.#deps.db.updateTable('copy_fees').set({ charged: taken }).where('id', '=', fee.id).execute();
    return taken;
  }
}
