import { asMoney } from '@fairlot/domain';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { StuckError, type StuckRecords } from '../../../staff/stuck-records.ts';
import type { CommandDraft, HostOutcome, TradingHost } from '../../../trading/port.ts';
import type { Change, WithdrawalQueries, WithdrawalRow } from './queries.ts';

type Refused = Extract<HostOutcome, { ok: false }>;

/** The engine command that completes a decided state, and the states that follow. */
interface Step {
  readonly command: (row: WithdrawalRow) => CommandDraft;
  readonly becomes: WithdrawalState;
  /** The state after the engine refuses the command; absent when the engine can't refuse it. */
  readonly otherwise?: WithdrawalState;
}

const subject = (row: WithdrawalRow) => ({ account: Number(row.user_id), withdrawal: Number(row.id) });
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
    command: (row) => ({ type: 'payWithdrawal', ...subject(row), key: `withdrawal-pay:${row.id}:${row.attempt}` }),
    becomes: 'paid',
    otherwise: 'approved',
  },
  rejecting: { command: release, becomes: 'rejected' },
  cancelling: { command: release, becomes: 'cancelled' },
};

/** Completes decided withdrawals by submitting their engine commands. */
export class Settlement {
  readonly #queries: WithdrawalQueries;
  readonly #trading: TradingHost;
  readonly #stuck: StuckRecords;

  constructor(queries: WithdrawalQueries, trading: TradingHost, stuck: StuckRecords) {
    this.#queries = queries;
    this.#trading = trading;
    this.#stuck = stuck;
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
    const step = STEPS[row.state];
    if (step === undefined) return row.state === 'refused' ? refusalOf(row) : done(row);
    const outcome = await this.#trading.submit(step.command(row));
    if (outcome.ok) return this.#reached(row, step.becomes);
    // The state stays as decided: the next call or the reconciliation retries the command. A withdrawal that is still
    // to be held returns success, because a user who read a refusal would ask for it a second time.
    if (outcome.reason === 'not_ready' || outcome.reason === 'overloaded')
      return row.state === 'holding' ? done(row) : refuse(outcome.reason);
    if (step.otherwise === undefined || outcome.reason === 'withdrawal_not_held') {
      throw new StuckError(
        outcome.reason,
        `withdrawal ${row.id} is ${row.state}, but the engine answered ${outcome.reason}`,
      );
    }
    await this.#queries.move(row, [row.state], step.otherwise, row.state === 'holding' ? remembered(outcome) : {});
    return refuse(outcome.reason, outcome.detail);
  }

  async #reached(row: WithdrawalRow, state: WithdrawalState): Promise<Answer<WithdrawalRow>> {
    const moved = (await this.#queries.move(row, [row.state], state)) ?? (await this.#queries.byId(Number(row.id)));
    return moved === undefined ? refuse('internal') : done(moved);
  }
}

function remembered({ reason, detail }: Refused): Change {
  return { refusal: reason, refusal_detail: detail === undefined ? null : JSON.stringify(detail) };
}

function refusalOf({ refusal, refusal_detail: detail }: WithdrawalRow): Answer<never> {
  return refuse((refusal ?? 'internal') as Refused['reason'], detail ?? undefined);
}
