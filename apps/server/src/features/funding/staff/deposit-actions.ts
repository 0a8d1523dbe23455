import { asMoney } from '@fairlot/domain';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { StuckError, type StuckRecords } from '../../../staff/stuck-records.ts';
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
  readonly #stuck: StuckRecords;

  constructor(queries: DepositQueries, trading: TradingHost, stuck: StuckRecords) {
    this.#queries = queries;
    this.#trading = trading;
    this.#stuck = stuck;
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
    await this.#stuck.reconcile({
      kind: 'deposits',
      unsettled: (after, limit) => this.#queries.unsettled(after, limit),
      settle: async (id) => {
        const row = await this.#queries.byId(Number(id));
        return row?.state === 'crediting' ? this.#complete(row) : done(row);
      },
    });
  }

  /** Completes a credit. A deposit that the engine refuses is marked for staff. */
  async #settle(row: DepositRow): Promise<Answer<DepositRow>> {
    try {
      return await this.#complete(row);
    } catch (error) {
      if (!(error instanceof StuckError)) throw error;
      await this.#stuck.mark('deposits', row.id, error.reason, error);
      return refuse(error.reason);
    }
  }

  async #complete(row: DepositRow): Promise<Answer<DepositRow>> {
    const id = Number(row.id);
    const outcome = await this.#trading.submit({
      type: 'deposit',
      account: Number(row.user_id),
      key: `deposit:${id}`,
      amount: asMoney(row.amount),
      reference: id,
    });
    // The state stays `crediting`: the next call or the reconciliation retries the command.
    if (!outcome.ok) {
      if (outcome.reason === 'not_ready' || outcome.reason === 'overloaded') return refuse(outcome.reason);
      throw new StuckError(outcome.reason, `deposit ${id} is accepted, but the engine answered ${outcome.reason}`);
    }
    const finished = (await this.#queries.move(id, 'crediting', 'finished')) ?? (await this.#queries.byId(id));
    return finished === undefined ? refuse('internal') : done(finished);
  }
}
