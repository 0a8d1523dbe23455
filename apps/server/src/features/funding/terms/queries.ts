import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { FundingTables } from '../../../db/tables/funding.ts';
import type { Tables } from '../../../db/tables/index.ts';

export type Network = Selectable<FundingTables['charge_networks']>;
export type Coin = Selectable<FundingTables['collect_coins']>;
export type ReceivingAccount = Selectable<FundingTables['receiving_accounts']>;
/** An account that is open for deposits, with the name and the rate of its currency. */
export type OpenAccount = Omit<ReceivingAccount, 'enabled'> & {
  readonly coin: string;
  readonly usd_price: string;
  readonly usd_price_at: Date;
  readonly usd_price_by: string | null;
};
export type Currency = Selectable<FundingTables['draw_currencies']>;

/** Money sent to details that were shown until then can be reported for so long, and at most so many are listed. */
const LATELY = sql<SqlBool>`until > now() - interval '7 days'`;
const MOST_CLOSED = 20;

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

  /** Tells whether this address was ever shown to users for a network, or was until lately. */
  async wasShown(network: number, address: string, { lately }: { readonly lately: boolean }): Promise<boolean> {
    const shown = this.#db
      .selectFrom('charge_addresses')
      .select('address')
      .where('network_id', '=', BigInt(network))
      .where('address', '=', address);
    return (await (lately ? shown.where(LATELY) : shown).executeTakeFirst()) !== undefined;
  }

  /** Networks with addresses that were shown until lately, the latest first. */
  closedNetworks(): Promise<Network[]> {
    return this.#db
      .selectFrom('charge_addresses')
      .innerJoin('charge_networks', 'charge_networks.id', 'charge_addresses.network_id')
      .selectAll('charge_networks')
      .select('charge_addresses.address')
      .where(LATELY)
      .orderBy('until', 'desc')
      .limit(MOST_CLOSED)
      .execute();
  }

  coins(): Promise<Coin[]> {
    return this.#db.selectFrom('collect_coins').selectAll().orderBy('id').execute();
  }

  receivingAccounts(): Promise<ReceivingAccount[]> {
    return this.#db.selectFrom('receiving_accounts').selectAll().orderBy('id').execute();
  }

  /** Accounts open for deposits: enabled accounts of enabled currencies with a rate. */
  openAccounts(coin: number | undefined): Promise<OpenAccount[]> {
    const open = this.#db
      .selectFrom('receiving_accounts')
      .innerJoin('collect_coins', 'collect_coins.id', 'receiving_accounts.coin_id')
      .selectAll('receiving_accounts')
      .select(['collect_coins.name as coin', 'usd_price', 'usd_price_at', 'usd_price_by'])
      .where('receiving_accounts.enabled', '=', true)
      .where('collect_coins.enabled', '=', true)
      .where('usd_price', 'is not', null)
      .where('usd_price_at', 'is not', null)
      .$narrowType<{ usd_price: string; usd_price_at: Date }>()
      .orderBy('receiving_accounts.id');
    return (coin === undefined ? open : open.where('receiving_accounts.coin_id', '=', BigInt(coin))).execute();
  }

  /** Accounts as they were shown until lately, the latest first. */
  closedAccounts(coin: number | undefined): Promise<OpenAccount[]> {
    const closed = this.#shownAccounts().where(LATELY).orderBy('until', 'desc').limit(MOST_CLOSED);
    return (coin === undefined ? closed : closed.where('shown_accounts.coin_id', '=', BigInt(coin))).execute();
  }

  /** A version of an account that is shown, or was until lately. */
  shownAccount(id: number, version: number): Promise<OpenAccount | undefined> {
    return this.#shownAccounts()
      .where('account_id', '=', BigInt(id))
      .where('shown_accounts.version', '=', version)
      .where((or) => or.or([or('until', 'is', null), LATELY]))
      .executeTakeFirst();
  }

  #shownAccounts() {
    return this.#db
      .selectFrom('shown_accounts')
      .innerJoin('collect_coins', 'collect_coins.id', 'shown_accounts.coin_id')
      .selectAll('shown_accounts')
      .select(['account_id as id', 'collect_coins.name as coin', 'usd_price', 'usd_price_at', 'usd_price_by'])
      .where('usd_price', 'is not', null)
      .where('usd_price_at', 'is not', null)
      .$narrowType<{ usd_price: string; usd_price_at: Date }>();
  }

  currencies(): Promise<Currency[]> {
    return this.#db.selectFrom('draw_currencies').selectAll().orderBy('id').execute();
  }

  async currency(id: number): Promise<Currency | undefined> {
    return this.#db.selectFrom('draw_currencies').selectAll().where('id', '=', BigInt(id)).executeTakeFirst();
  }
}
