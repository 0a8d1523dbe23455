import type { Kysely, Selectable } from 'kysely';
import type { FundingTables } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';

export type Network = Selectable<FundingTables['charge_networks']>;
export type Coin = Selectable<FundingTables['collect_coins']>;
export type ReceivingAccount = Selectable<FundingTables['receiving_accounts']>;
export type Currency = Selectable<FundingTables['draw_currencies']>;

/** The operator's terms: networks, receiving accounts, and withdrawal currencies. */
export class TermsQueries {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  networks(): Promise<Network[]> {
    return this.#db.selectFrom('charge_networks').selectAll().orderBy('id').execute();
  }

  async network(id: number): Promise<Network | undefined> {
    return this.#db.selectFrom('charge_networks').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }

  /** Tells whether this address is or was shown to users for a network. */
  async wasShown(network: number, address: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('charge_addresses')
      .select('address')
      .where('network_id', '=', BigInt(network))
      .where('address', '=', address)
      .executeTakeFirst();
    return row !== undefined;
  }

  coins(): Promise<Coin[]> {
    return this.#db.selectFrom('collect_coins').selectAll().orderBy('id').execute();
  }

  receivingAccounts(): Promise<ReceivingAccount[]> {
    return this.#db.selectFrom('receiving_accounts').selectAll().orderBy('id').execute();
  }

  /** Accounts open for deposits: enabled accounts of enabled currencies. */
  openAccounts(coin: number | undefined): Promise<(ReceivingAccount & { readonly coin: string })[]> {
    const open = this.#db
      .selectFrom('receiving_accounts')
      .innerJoin('collect_coins', 'collect_coins.id', 'receiving_accounts.coin_id')
      .selectAll('receiving_accounts')
      .select('collect_coins.name as coin')
      .where('receiving_accounts.enabled', '=', true)
      .where('collect_coins.enabled', '=', true)
      .orderBy('receiving_accounts.id');
    return (coin === undefined ? open : open.where('receiving_accounts.coin_id', '=', BigInt(coin))).execute();
  }

  currencies(): Promise<Currency[]> {
    return this.#db.selectFrom('draw_currencies').selectAll().orderBy('id').execute();
  }

  async currency(id: number): Promise<Currency | undefined> {
    return this.#db.selectFrom('draw_currencies').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }
}
