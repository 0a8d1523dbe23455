import { asMoney } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { TradingHost } from '../../../trading/port.ts';
import type { DepositQueries, DepositRow } from '../deposits/queries.ts';

/**
 * Staff decisions on deposits. Finishing a deposit has three steps: store the decision (`crediting`), submit an engine
 * command whose key contains the deposit's id, store the result (`finished`). Each step is idempotent, so a run that
 * was interrupted can be repeated.
 */
export class DepositActions {
  readonly #queries: DepositQueries;
  readonly #trading: TradingHost;

  constructor(queries: DepositQueries, trading: TradingHost) {
    this.#queries = queries;
    this.#trading = trading;
  }

  /** Credits a deposit. Idempotent: repeated calls by any staff member return the same result. */
  async finish(id: number, staff: number): Promise<Answer<DepositRow>> {
    const moved = await this.#queries.move(id, 'unchecked', 'crediting', { staff });
    const row = moved ?? (await this.#queries.byId(id));
    if (row === undefined) return refuse('unknown_record');
    if (row.state === 'finished') return done(row);
    return row.state === 'crediting' ? this.#settle(row) : refuse('deposit_decided');
  }

  /**
   * Rejects a deposit or marks it invalid, with the reason that the user reads. Idempotent for the same decision by the
   * same staff member.
   */
  async turnDown(id: number, to: 'rejected' | 'invalid', staff: number, remark: string): Promise<Answer<DepositRow>> {
    const moved = await this.#queries.move(id, 'unchecked', to, { staff, remark });
    const row = moved ?? (await this.#queries.byId(id));
    if (row === undefined) return refuse('unknown_record');
    // A repeated request after a lost answer gets the outcome, not a refusal.
    const isRepeated = row.state === to && row.remark === remark && Number(row.decided_by) === staff;
    return moved !== undefined || isRepeated ? done(row) : refuse('deposit_decided');
  }

  /** Completes credits that a crash or an unavailable engine interrupted. */
  async reconcile(): Promise<void> {
    for (const id of await this.#queries.unsettled()) {
      const row = await this.#queries.byId(id);
      if (row?.state === 'crediting') await this.#settle(row);
    }
  }

  async #settle(row: DepositRow): Promise<Answer<DepositRow>> {
    const id = Number(row.id);
    const outcome = await this.#trading.submit({
      type: 'deposit',
      account: Number(row.user_id),
      key: `deposit:${id}`,
      amount: asMoney(row.amount),
      reference: id,
    });
    // The state stays `crediting`: the next call or the reconciliation retries the command.
    if (!outcome.ok) return refuse(outcome.reason, outcome.detail);
    const finished = (await this.#queries.move(id, 'crediting', 'finished')) ?? (await this.#queries.byId(id));
    return finished === undefined ? refuse('internal') : done(finished);
  }
}
