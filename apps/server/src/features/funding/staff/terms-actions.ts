import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Coin, Currency, Network, ReceivingAccount } from '../terms/queries.ts';

/** Changes of the operator's terms: networks, currencies, receiving accounts. */
export class TermsActions {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * Adds or changes a network and stores its address in the history if it is enabled; undefined when the id is unknown.
   */
  saveNetwork(id: number | undefined, values: Omit<Network, 'id'>): Promise<Network | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      const row =
        id === undefined
          ? await transaction.insertInto('charge_networks').values(values).returningAll().executeTakeFirst()
          : await transaction
              .updateTable('charge_networks')
              .set(values)
              .where('id', '=', BigInt(id))
              .returningAll()
              .executeTakeFirst();
      if (row !== undefined && row.enabled) await remember(transaction, row);
      return row;
    });
  }

  saveCoin(id: number | undefined, values: Omit<Coin, 'id'>): Promise<Coin | undefined> {
    return id === undefined
      ? this.#db.insertInto('collect_coins').values(values).returningAll().executeTakeFirst()
      : this.#db
          .updateTable('collect_coins')
          .set(values)
          .where('id', '=', BigInt(id))
          .returningAll()
          .executeTakeFirst();
  }

  saveReceivingAccount(
    id: number | undefined,
    values: Omit<ReceivingAccount, 'id'>,
  ): Promise<ReceivingAccount | undefined> {
    return id === undefined
      ? this.#db.insertInto('receiving_accounts').values(values).returningAll().executeTakeFirst()
      : this.#db
          .updateTable('receiving_accounts')
          .set(values)
          .where('id', '=', BigInt(id))
          .returningAll()
          .executeTakeFirst();
  }

  /** Adds a currency, or changes its fee, price and availability; undefined when the id is unknown. */
  saveCurrency(id: number | undefined, values: Omit<Currency, 'id'>): Promise<Currency | undefined> {
    const { type: _type, code: _code, protocol: _protocol, ...terms } = values;
    return id === undefined
      ? this.#db.insertInto('draw_currencies').values(values).returningAll().executeTakeFirst()
      : this.#db
          .updateTable('draw_currencies')
          .set(terms)
          .where('id', '=', BigInt(id))
          .returningAll()
          .executeTakeFirst();
  }
}

async function remember(transaction: Transaction<Tables>, { id, address }: Network): Promise<void> {
  await transaction
    .insertInto('charge_addresses')
    .values({ network_id: id, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
