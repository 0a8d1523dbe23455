import { asMoney } from '@fairlot/domain';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import { type Answer, done, isTemporary, refuse } from '../../../http/answer.ts';
import { StuckError, type StuckRecords } from '../../../staff/stuck-records.ts';
import type { CommandDraft, HostOutcome, TradingHost } from '../../../trading/port.ts';
import type { TellOwner } from '../ports.ts';
import type { HoldQueries } from './hold-queries.ts';
import type { LockedWithdrawal, WithdrawalQueries, WithdrawalRow } from './queries.ts';

type Refused = Extract<HostOutcome, { ok: false }>;

/** The engine command that completes a decided state, and the states that follow. */
interface Step {
  readonly command: (row: WithdrawalRow) => CommandDraft;
  readonly becomes: WithdrawalState;
  /** The state after the engine refuses the command; absent when the engine can't refuse it. */
  readonly otherwise?: WithdrawalState;
}

const subject = (row: WithdrawalRow) => ({ account: Number(row.user_id), withdrawal: Number(row.id) });
const paymentKey = (row: WithdrawalRow): string => `withdrawal-pay:${row.id}:${row.attempt}`;
const release = (row: WithdrawalRow): CommandDraft => ({
  type: 'releaseWithdrawal',
  ...subject(row),
  key: `withdrawal-release:${row.id}`,
});

/**
 * The command's key is derived from the withdrawal alone, so that repeating a step, even after a crash, returns its
 * first outcome.
 */
const STEPS: Partial<Readonly<Record<WithdrawalState, Step>>> = {
  holding: {
    command: (row) => ({
      type: 'holdWithdrawal',
      ...subject(row),
      key: `withdrawal-hold:${row.id}`,
      amount: asMoney(row.amount),
      fee: asMoney(row.fee),
    }),
    becomes: 'review',
    otherwise: 'refused',
  },
  // The engine refuses to pay from an account in debt. A later payment uses a new attempt number and so a new key.
  paying: {
    command: (row) => ({ type: 'payWithdrawal', ...subject(row), key: paymentKey(row) }),
    becomes: 'paid',
    otherwise: 'approved',
  },
  rejecting: { command: release, becomes: 'rejected' },
  cancelling: { command: release, becomes: 'cancelled' },
};

export interface SettlementDeps {
  readonly queries: WithdrawalQueries;
  readonly holds: HoldQueries;
  readonly trading: TradingHost;
  readonly stuck: StuckRecords;
  readonly tellOwner: TellOwner;
}

/** Completes decided withdrawals by submitting their engine commands. */
export class Settlement {
  readonly #queries: WithdrawalQueries;
  readonly #holds: HoldQueries;
  readonly #trading: TradingHost;
  readonly #stuck: StuckRecords;
  readonly #tellOwner: TellOwner;

  constructor({ queries, holds, trading, stuck, tellOwner }: SettlementDeps) {
    this.#queries = queries;
    this.#holds = holds;
    this.#trading = trading;
    this.#stuck = stuck;
    this.#tellOwner = tellOwner;
  }

  /**
   * Submits the command of the row's state. Returns the row when nothing is left to do, otherwise the engine's refusal.
   * A row that cannot be completed is marked for staff.
   */
  async settle(row: WithdrawalRow): Promise<Answer<WithdrawalRow>> {
    try {
      return await this.complete(row);
    } catch (error) {
      if (!(error instanceof StuckError)) throw error;
      await this.#stuck.mark('withdrawals', row.id, error.reason, error);
      return refuse(error.reason);
    }
  }

  /** Like `settle`, but throws StuckError when the engine's answer contradicts the row. */
  async complete(row: WithdrawalRow): Promise<Answer<WithdrawalRow>> {
    if (row.state === 'paying') return this.#queries.locked(row.id, (locked) => this.#pay(locked));
    // Staff cannot pay it again while the owner is frozen, so it would be shown as approved until then.
    if (row.state === 'approved' && row.attempt > 0 && (await this.#holds.isPaid(row)))
      return this.#reached(this.#queries, row, 'paid');
    return this.#proceed(row, this.#queries);
  }

  /**
   * Pays under the locks of the withdrawal and its owner, so that nothing is paid after a freeze. A payment that the
   * engine decided before the freeze, and whose answer a crash lost, is completed.
   */
  async #pay({ row, isFrozen, queries }: LockedWithdrawal): Promise<Answer<WithdrawalRow>> {
    if (row.state === 'paid') return done(row);
    if (row.state !== 'paying') return refuse('record_changed');
    if (!isFrozen || (await queries.isDecided(row.user_id, paymentKey(row)))) return this.#proceed(row, queries);
    await queries.move(row, ['paying'], 'approved');
    return refuse('user_frozen');
  }

  async #proceed(row: WithdrawalRow, queries: WithdrawalQueries): Promise<Answer<WithdrawalRow>> {
    const step = STEPS[row.state];
    if (step === undefined) return answerOf(row);
    const outcome = await this.#trading.submit(step.command(row));
    if (outcome.ok) return this.#reached(queries, row, step.becomes);
    // The state stays as decided: the next call or the reconciliation retries the command. A withdrawal that is still
    // to be held returns success, because a user who read a refusal would ask for it a second time.
    if (isTemporary(outcome.reason)) return row.state === 'holding' ? this.#accept(row) : refuse(outcome.reason);
    if (outcome.reason === 'withdrawal_not_held' && (await this.#holds.isPaid(row)))
      return this.#paidBefore(queries, row);
    if (step.otherwise === undefined || outcome.reason === 'withdrawal_not_held') {
      throw new StuckError(
        outcome.reason,
        `withdrawal ${row.id} is ${row.state}, but the engine answered ${outcome.reason}`,
      );
    }
    await (row.state === 'holding'
      ? this.#holds.refuse(row.id, outcome)
      : queries.move(row, [row.state], step.otherwise));
    return refuse(outcome.reason, outcome.detail);
  }

  /** Another caller may have stored the engine's answer since the row was read. */
  async #accept({ id }: WithdrawalRow): Promise<Answer<WithdrawalRow>> {
    const row = (await this.#holds.accept(id)) ?? (await this.#queries.byId(Number(id)));
    return row === undefined ? refuse('internal') : answerOf(row);
  }

  /**
   * Completes a payment that the engine decided after a freeze had taken it back, because its command was still under
   * way. A rejection comes too late for it.
   */
  async #paidBefore(queries: WithdrawalQueries, row: WithdrawalRow): Promise<Answer<WithdrawalRow>> {
    const paid = await this.#reached(queries, row, 'paid');
    return row.state === 'paying' ? paid : refuse('record_changed');
  }

  async #reached(
    queries: WithdrawalQueries,
    row: WithdrawalRow,
    state: WithdrawalState,
  ): Promise<Answer<WithdrawalRow>> {
    const moved = await queries.move(row, [row.state], state);
    if (moved !== undefined && state === 'review')
      this.#tellOwner(Number(row.user_id), 'withdrawal_requested', row.amount);
    const now = moved ?? (await queries.byId(Number(row.id)));
    return now === undefined ? refuse('internal') : done(now);
  }
}

/** A withdrawal that the engine did not hold keeps its refusal, which repeated requests answer. */
function answerOf(row: WithdrawalRow): Answer<WithdrawalRow> {
  const { refusal, refusal_detail: detail } = row;
  return refusal === null ? done(row) : refuse(refusal as Refused['reason'], detail ?? undefined);
}
