import { LEDGER_TYPES } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { WithdrawalState } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';
import { failureMessage } from '../../../http/answer-text.ts';
import type { UserNotices } from '../../../messages/user-notices.ts';
import type { HostOutcome } from '../../../trading/port.ts';
import type { WithdrawalRow } from './queries.ts';

/** Stores answers about withdrawals whose money the engine has not frozen yet. */
export class HoldQueries {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  /** Stores that the owner is told of success. Undefined when the engine's answer was stored meanwhile. */
  accept(id: bigint): Promise<WithdrawalRow | undefined> {
    return this.#db
      .updateTable('withdrawals')
      .set({ accepted: true })
      .where('id', '=', id)
      .where('state', '=', 'holding')
      .returningAll()
      .executeTakeFirst();
  }

  /** Tells whether the ledger has the payment of a withdrawal. */
  async isPaid({ id, user_id: user }: WithdrawalRow): Promise<boolean> {
    const row = await this.#db
      .selectFrom('transfers')
      .select('id')
      .where('account', '=', user)
      .where('kind', '=', LEDGER_TYPES.withdrawal)
      .where('reference', '=', id)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores the engine's refusal. An accepted withdrawal stays in the lists as rejected, and its owner is told why. */
  async refuse(id: bigint, { reason, detail }: Extract<HostOutcome, { ok: false }>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('withdrawals')
        .set({
          state: sql<WithdrawalState>`case when accepted then 'rejected' else 'refused' end`,
          decided_at: sql<Date | null>`case when accepted then now() end`,
          refusal: reason,
          refusal_detail: detail === undefined ? null : JSON.stringify(detail),
        })
        .where('id', '=', id)
        .where('state', '=', 'holding')
        .returningAll()
        .executeTakeFirst();
      if (row?.state !== 'rejected') return;
      await this.#notices.put(transaction, {
        user: row.user_id,
        template: 'withdrawal_rejected',
        amount: row.amount,
        paramsIn: (language) => ({ reason: failureMessage(reason, language, detail) }),
      });
    });
  }
}
