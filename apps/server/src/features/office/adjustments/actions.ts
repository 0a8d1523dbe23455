import { type Money, ZERO, asMoney, minus, withdrawable } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import { type Answer, done, isTemporary, refuse } from '../../../http/answer.ts';
import type { OnePersonLimit } from '../../../staff/one-person-limit.ts';
import type { People } from '../../../staff/people.ts';
import type { StuckRecords } from '../../../staff/stuck-records.ts';
import { committedAccount } from '../../../trading/committed-account.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { AdjustmentRow } from './list-queries.ts';
import type { AdjustmentQueries, Returned } from './queries.ts';

/** A correction that a staff member requests. */
export interface Correction {
  readonly user: number;
  readonly amount: Money;
  readonly memo: string;
  readonly author: number;
  readonly key: string;
  /** The paid withdrawal that came back, or the credited deposit that was charged back. */
  readonly about?: Returned | undefined;
}

export interface AdjustmentActionsDeps {
  readonly queries: AdjustmentQueries;
  readonly trading: TradingHost;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly stuck: StuckRecords;
}

/**
 * Corrections of balances, and money that comes back: proposed by one person, approved by a second one above a limit,
 * then booked once.
 */
export class AdjustmentActions {
  readonly #deps: AdjustmentActionsDeps;

  constructor(deps: AdjustmentActionsDeps) {
    this.#deps = deps;
  }

  /** Stores a proposal and returns its id. The proposal is approved at once when no second person is needed. */
  async propose({ user, amount, memo, author, key, about }: Correction): Promise<Answer<number>> {
    const { queries, trading, limit } = this.#deps;
    const account = await committedAccount(trading, user);
    if (account === undefined) return refuse('unknown_user');
    const isTooMuch = about === undefined && exceeds(amount, account);
    if (isTooMuch && !(await queries.isKnown(author, key))) return refuse('insufficient_balance');
    const proposed = await queries.propose({ user, amount, memo, author, key, about }, (db, record) =>
      limit.take(db, { kind: 'adjustments', record, user, amount: sizeOf(amount), staff: author }),
    );
    if (!proposed.ok) return proposed;
    const id = proposed.data;
    const row = await queries.byId(id);
    const isSame = row?.user_id === BigInt(user) && row.amount === amount && row.memo === memo;
    const isAboutSame = row?.about === (about?.kind ?? null) && Number(row.about_id) === (about?.id ?? 0);
    return isSame && isAboutSame ? done(id) : refuse('key_reused');
  }

  /**
   * Proposes the credit of a paid withdrawal that came back, or the debit of a credited deposit that was charged back.
   * A charge-back may exceed the balance: the money is gone, and the house covers what the account does not have.
   */
  async giveBack(about: Returned, { amount, ...given }: Omit<Correction, 'user' | 'about'>): Promise<Answer<number>> {
    const record = await this.#deps.queries.returnable(about);
    if (record === undefined) return refuse('unknown_record');
    if (!record.isReturnable) return refuse('record_changed');
    const signed = about.kind === 'withdrawal' ? amount : minus(ZERO, amount);
    return this.propose({ ...given, user: record.user, amount: signed, about });
  }

  /** Stores the second person's decision and books the correction if it is approved. */
  async decide(row: AdjustmentRow, approver: number, approve: boolean): Promise<Answer<AdjustmentRow>> {
    const { queries, trading, people } = this.#deps;
    const id = Number(row.id);
    if (Number(row.author_id) === approver) return refuse('second_person_required');
    const barred = approve ? await people.mayDecide(approver, [Number(row.author_id)]) : done(null);
    if (!barred.ok) return barred;
    const account = await committedAccount(trading, Number(row.user_id));
    const isTooMuch = account === undefined || (row.about === null && exceeds(asMoney(row.amount), account));
    if (approve && row.state === 'waiting' && isTooMuch) return refuse('insufficient_balance');
    const stored = await queries.decide(id, approver, approve);
    if (!stored.ok) return stored;
    if (!stored.data) {
      // Repeating a decision returns the outcome of the first.
      const decided = await queries.byId(id);
      if (decided?.approver_id !== BigInt(approver) || (decided.state !== 'rejected') !== approve)
        return refuse('record_changed');
    }
    return this.carryOut(id);
  }

  /** Books an approved correction. The command's key contains its id, so repeated calls book it once. */
  async carryOut(id: number): Promise<Answer<AdjustmentRow>> {
    const { queries, trading } = this.#deps;
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'approved') return done(row);
    const outcome = await trading.submit({
      type: 'adjust',
      account: Number(row.user_id),
      amount: asMoney(row.amount),
      memo: row.about === null ? memoOf(row) : row.memo,
      ...(row.about !== null && { returns: row.about, reference: Number(row.about_id) }),
      key: `adjustment:${id}`,
    });
    // The outcome is unknown: the correction stays approved, and the next request or reconciliation retries it.
    if (!outcome.ok && isTemporary(outcome.reason)) return refuse(outcome.reason);
    await queries.finish(id, outcome.ok ? null : outcome.reason);
    const after = await queries.byId(id);
    return after === undefined ? refuse('unknown_record') : done(after);
  }

  /** Books corrections that a crash left approved but not booked. */
  async resume(): Promise<void> {
    const { queries, stuck } = this.#deps;
    await stuck.reconcile({
      kind: 'adjustments',
      unsettled: (after, limit) => queries.unfinished(after, limit),
      settle: (id) => this.carryOut(Number(id)),
    });
  }
}

/**
 * True when a correction would debit more than the account could withdraw. Checked before a decision and never before
 * booking: a repeated booking must reach the engine to find its first outcome.
 */
function exceeds(amount: Money, { standing }: AccountView): boolean {
  return amount < 0n && sizeOf(amount) > withdrawable(standing);
}

function sizeOf(amount: Money): Money {
  return amount < 0n ? minus(ZERO, amount) : amount;
}

/**
 * The memo of the ledger entry: the reason, and the names of author and approver, which the owner does not read (see
 * `memoForOwner`).
 */
function memoOf(row: AdjustmentRow): string {
  return `${row.memo} (${[row.author, row.approver].filter((name) => name !== null).join(', ')})`;
}
