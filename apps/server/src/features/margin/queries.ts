import type { AccountId } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { type MarginCall, helpText } from './help.ts';
import type { UserNotices } from '../../messages/user-notices.ts';

/** Accounts that were warned of a low margin level and have not recovered since. */
export class MarginWarningStore {
  readonly #db: Kysely<Tables>;
  readonly #notices: UserNotices;

  constructor(db: Kysely<Tables>, notices: UserNotices) {
    this.#db = db;
    this.#notices = notices;
  }

  async warned(): Promise<readonly AccountId[]> {
    const rows = await this.#db.selectFrom('margin_warnings').select('user_id').execute();
    return rows.map(({ user_id: id }) => Number(id));
  }

  /** Real accounts with open positions. */
  async exposed(): Promise<readonly AccountId[]> {
    const rows = await this.#db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.account')
      .select('orders.account')
      .distinct()
      .where('orders.status', '=', 'open')
      .where('users.kind', '=', 'real')
      .execute();
    return rows.map(({ account }) => Number(account));
  }

  /** Records a warning and puts its mail into the outbox, both or neither. False: it was recorded before. */
  warn(account: AccountId, call: MarginCall, at: Date): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const inserted = await transaction
        .insertInto('margin_warnings')
        .values({ user_id: BigInt(account), warned_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (inserted === undefined) return false;
      await this.#notices.put(transaction, {
        user: account,
        template: 'margin_warning',
        params: { level: String(call.stopOut) },
        paramsIn: (language) => ({ help: helpText(call, language) }),
      });
      return true;
    });
  }

  async recover(account: AccountId): Promise<void> {
    await this.#db.deleteFrom('margin_warnings').where('user_id', '=', BigInt(account)).execute();
  }
}
