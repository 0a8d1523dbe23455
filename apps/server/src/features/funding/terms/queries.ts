import type { Kysely, Selectable, Transaction } from 'kysely';
import type { FundingTables } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';

export type Network = Selectable<FundingTables['charge_networks']>;
export type Coin = Selectable<FundingTables['collect_coins']>;
export type ReceivingAccount = Selectable<FundingTables['receiving_accounts']>;
export type Currency = Selectable<FundingTables['draw_currencies']>;

/** What the operator offers: networks, receiving accounts, and currencies of withdrawals. */
export class TermsQueries {
  private readonly db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.db = db;
  }

  networks(): Promise<Network[]> {
    return this.db.selectFrom('charge_networks').selectAll().orderBy('id').execute();
  }

  async network(id: number): Promise<Network | undefined> {
    return this.db.selectFrom('charge_networks').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Whether this address is, or was, shown for a network. */
  async wasShown(network: number, address: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('charge_addresses')
      .select('address')
      .where('network_id', '=', BigInt(network))
      .where('address', '=', address)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Adds or changes a network and remembers its address; undefined when there is none of that number. */
  saveNetwork(id: number | undefined, values: Omit<Network, 'id'>): Promise<Network | undefined> {
    return this.db.transaction().execute(async (transaction) => {
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

  coins(): Promise<Coin[]> {
    return this.db.selectFrom('collect_coins').selectAll().orderBy('id').execute();
  }

  saveCoin(id: number | undefined, values: Omit<Coin, 'id'>): Promise<Coin | undefined> {
    return id === undefined
      ? this.db.insertInto('collect_coins').values(values).returningAll().executeTakeFirst()
      : this.db.updateTable('collect_coins').set(values).where('id', '=', BigInt(id)).returningAll().executeTakeFirst();
  }

  receivingAccounts(): Promise<ReceivingAccount[]> {
    return this.db.selectFrom('receiving_accounts').selectAll().orderBy('id').execute();
  }

  /** Accounts that take money now: enabled ones of enabled currencies. */
  openAccounts(coin: number | undefined): Promise<(ReceivingAccount & { readonly coin: string })[]> {
    const open = this.db
      .selectFrom('receiving_accounts')
      .innerJoin('collect_coins', 'collect_coins.id', 'receiving_accounts.coin_id')
      .selectAll('receiving_accounts')
      .select('collect_coins.name as coin')
      .where('receiving_accounts.enabled', '=', true)
      .where('collect_coins.enabled', '=', true)
      .orderBy('receiving_accounts.id');
    return (coin === undefined ? open : open.where('receiving_accounts.coin_id', '=', BigInt(coin))).execute();
  }

  saveReceivingAccount(
    id: number | undefined,
    values: Omit<ReceivingAccount, 'id'>,
  ): Promise<ReceivingAccount | undefined> {
    return id === undefined
      ? this.db.insertInto('receiving_accounts').values(values).returningAll().executeTakeFirst()
      : this.db
          .updateTable('receiving_accounts')
          .set(values)
          .where('id', '=', BigInt(id))
          .returningAll()
          .executeTakeFirst();
  }

  currencies(): Promise<Currency[]> {
    return this.db.selectFrom('draw_currencies').selectAll().orderBy('id').execute();
  }

  async currency(id: number): Promise<Currency | undefined> {
    return this.db.selectFrom('draw_currencies').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Adds a currency, or changes the fee, the price or whether it is offered; undefined when there is none of that number. */
  saveCurrency(id: number | undefined, values: Omit<Currency, 'id'>): Promise<Currency | undefined> {
    const { type: _type, code: _code, protocol: _protocol, ...terms } = values;
    return id === undefined
      ? this.db.insertInto('draw_currencies').values(values).returningAll().executeTakeFirst()
      : this.db
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
