import { asMoney } from '@fairlot/domain';
import { type Answer, done, isTemporary, refuse } from '../../http/answer.ts';
import type { StuckRecords } from '../../staff/stuck-records.ts';
import type { TradingHost } from '../../trading/port.ts';
import { type RewardQueries, type RewardRow, memoOf } from './queries.ts';

export interface PaymentDeps {
  readonly queries: RewardQueries;
  readonly trading: TradingHost;
  readonly stuck: StuckRecords;
}

/** Pays approved rewards, each once. */
export class RewardPayment {
  readonly #deps: PaymentDeps;

  constructor(deps: PaymentDeps) {
    this.#deps = deps;
  }

  /** Pays an approved reward. The command's key contains its id, so repeated calls pay it once. */
  async pay(id: bigint): Promise<Answer<RewardRow>> {
    const { queries, trading } = this.#deps;
    const row = await queries.byId(id);
    if (row === undefined) return refuse('unknown_record');
    if (row.state !== 'approved') return done(row);
    const outcome = await trading.submit({
      type: 'reward',
      account: Number(row.inviter_id),
      amount: asMoney(row.amount),
      memo: memoOf(row),
      reference: Number(id),
      key: `reward:${id}`,
    });
    // The outcome is unknown: the reward stays approved, and the next round pays it.
    if (!outcome.ok && isTemporary(outcome.reason)) return refuse(outcome.reason);
    await queries.finish(id, outcome.ok ? null : outcome.reason);
    const after = await queries.byId(id);
    return after === undefined ? refuse('unknown_record') : done(after);
  }

  /** Pays all approved rewards, also those that a crash left unpaid or whose outcome it left unknown. */
  async resume(): Promise<void> {
    const { queries, stuck } = this.#deps;
    await stuck.reconcile({
      kind: 'rewards',
      unsettled: (after, limit) => queries.unpaid(after, limit),
      settle: (id) => this.pay(id),
    });
  }
}
