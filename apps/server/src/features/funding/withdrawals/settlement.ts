import { asMoney } from '@fairlot/domain';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import type { Answer } from '../../../platform/answer.ts';
import { done, refuse } from '../../../platform/answer.ts';
import type { HostOutcome, TradingHost, Wish } from '../../../trading/port.ts';
import type { Change, WithdrawalQueries, WithdrawalRow } from './queries.ts';

type Refused = Extract<HostOutcome, { ok: false }>;

/** How a state that is only decided becomes one that is done. */
interface Step {
  readonly wish: (row: WithdrawalRow) => Wish;
  readonly becomes: WithdrawalState;
  /** What a refusal of the trading core makes of it; absent: it can't be refused. */
  readonly otherwise?: WithdrawalState;
}

const subject = (row: WithdrawalRow) => ({ account: Number(row.user_id), withdrawal: Number(row.id) });
const release = (row: WithdrawalRow): Wish => ({
  type: 'releaseWithdrawal',
  ...subject(row),
  key: `withdrawal-release:${row.id}`,
});

/**
 * Each step is an engine command whose key is made from the withdrawal alone: asking again, by whomever and after whatever
 * crash, gives the outcome of the first time.
 */
const STEPS: Partial<Readonly<Record<WithdrawalState, Step>>> = {
  holding: {
    wish: (row) => ({
      type: 'holdWithdrawal',
      ...subject(row),
      key: `withdrawal-hold:${row.id}`,
      amount: asMoney(row.amount),
      fee: asMoney(row.fee),
    }),
    becomes: 'review',
    otherwise: 'refused',
  },
  // An account in debt can't be paid out; later it may, under the key of the next attempt.
  paying: {
    wish: (row) => ({ type: 'payWithdrawal', ...subject(row), key: `withdrawal-pay:${row.id}:${row.attempt}` }),
    becomes: 'paid',
    otherwise: 'approved',
  },
  rejecting: { wish: release, becomes: 'rejected' },
  cancelling: { wish: release, becomes: 'cancelled' },
};

/** Brings withdrawals that are decided to where the trading core has them done. */
export class Settlement {
  private readonly queries: WithdrawalQueries;
  private readonly trading: TradingHost;

  constructor(queries: WithdrawalQueries, trading: TradingHost) {
    this.queries = queries;
    this.trading = trading;
  }

  /** The row as it is when nothing is to be done about it (any more), or why the trading core would not. */
  async settle(row: WithdrawalRow): Promise<Answer<WithdrawalRow>> {
    const step = STEPS[row.state];
    if (step === undefined) return row.state === 'refused' ? refusalOf(row) : done(row);
    const outcome = await this.trading.submit(step.wish(row));
    if (outcome.ok) return this.reached(row, step.becomes);
    // It stays decided: the next to ask, or the reconciliation, goes on from here.
    // Who asked for it must not read a refusal of what is carried out later, and ask for it a second time.
    if (outcome.reason === 'not_ready' || outcome.reason === 'overloaded')
      return row.state === 'holding' ? done(row) : refuse(outcome.reason);
    if (step.otherwise === undefined || outcome.reason === 'withdrawal_not_held') {
      throw new Error(`withdrawal ${row.id} is ${row.state}, and the trading core says ${outcome.reason}`);
    }
    await this.queries.move(row, [row.state], step.otherwise, row.state === 'holding' ? remembered(outcome) : {});
    return refuse(outcome.reason, outcome.detail);
  }

  private async reached(row: WithdrawalRow, state: WithdrawalState): Promise<Answer<WithdrawalRow>> {
    const moved = (await this.queries.move(row, [row.state], state)) ?? (await this.queries.byId(Number(row.id)));
    return moved === undefined ? refuse('internal') : done(moved);
  }
}

function remembered({ reason, detail }: Refused): Change {
  return { refusal: reason, refusal_detail: detail === undefined ? null : JSON.stringify(detail) };
}

function refusalOf({ refusal, refusal_detail: detail }: WithdrawalRow): Answer<never> {
  return refuse((refusal ?? 'internal') as Refused['reason'], detail ?? undefined);
}
