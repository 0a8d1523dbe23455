import { type Kysely, sql } from 'kysely';

/**
 * Receipts of deposits, exchange rates, and payment details as they were shown.
 *
 * - deposits.network: the numbering of transactions: a protocol of coins, or a receiving account.
 * - deposits.transaction_id: the transfer there, empty where it is unknown. A user reports one once, and it is credited
 *   once; a rejected deposit frees it.
 * - deposits.sent, usd_price, usd_price_at: the reported amount in the currency of the bank account, and the units per
 *   dollar at which it was reported, with the time from which they were in force; null for coins and for deposits of
 *   earlier versions, which were reported in dollars.
 * - deposits.received, credited, credit_reason: the decision of staff; null while undecided and for deposits of earlier
 *   versions, which were credited as reported. `received` is in the currency of `sent`, `credited` in micro-dollars.
 * - deposits.proof_hash: SHA-256 of the stored picture, by which the same receipt on two deposits is noticed.
 * - collect_coins.usd_price: units per dollar; null while the operator has set none. Deposits in a currency without one
 *   are closed: until now their amounts were dollars without a rate.
 * - charge_addresses.until, shown_accounts.until: the end of their display; null while they are shown. Money sent before
 *   can still be reported for some days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...DEPOSITS, ...RATES, ...SHOWN]) await statement.execute(db);
}

const DEPOSITS = [
  sql`alter table deposits
    add column network text generated always as (case type when 0 then protocol_code else 'account ' || target_id::text end) stored,
    add column transaction_id text not null default '',
    add column sent numeric(14, 2),
    add column usd_price numeric(25, 16) check (usd_price > 0),
    add column usd_price_at timestamptz,
    add column received numeric(14, 2),
    add column credited bigint check (credited > 0),
    add column credit_reason text not null default '',
    add column proof_hash bytea`,
  sql`update deposits set proof_hash = sha256(images.content) from images
    where deposits.proof_img = '/api/common/image/' || images.id and images.bytes > 0`,
  sql`create index deposits_of_picture on deposits (proof_hash)`,
  sql`create index deposits_of_transaction on deposits (transaction_id, network) where transaction_id <> ''`,
  sql`create unique index deposits_reported_once on deposits (user_id, network, transaction_id)
    where transaction_id <> '' and state in ('unchecked', 'crediting', 'finished')`,
  sql`create unique index deposits_credited_once on deposits (network, transaction_id)
    where transaction_id <> '' and state in ('crediting', 'finished')`,
];

const RATES = [
  sql`alter table collect_coins
    add column usd_price numeric(25, 16) check (usd_price > 0),
    add column usd_price_at timestamptz,
    add check ((usd_price is null) = (usd_price_at is null))`,
  sql`update collect_coins set usd_price = 1, usd_price_at = now() where name = 'USD'`,
];

const SHOWN = [
  sql`alter table charge_addresses add column until timestamptz`,
  sql`update charge_addresses shown set until = now() where not exists (
    select from charge_networks n where n.id = shown.network_id and n.address = shown.address and n.enabled)`,
  sql`create table shown_accounts (
    account_id bigint not null references receiving_accounts (id),
    version integer not null,
    coin_id bigint not null references collect_coins (id),
    bank_name text not null,
    bank_address text not null,
    bank_swift text not null,
    payee_name text not null,
    payee_account text not null,
    bank_remark text not null,
    since timestamptz not null default now(),
    until timestamptz,
    primary key (account_id, version)
  )`,
  sql`insert into shown_accounts (account_id, version, coin_id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark, until)
    select a.id, a.version, a.coin_id, a.bank_name, a.bank_address, a.bank_swift, a.payee_name, a.payee_account, a.bank_remark,
      case when c.usd_price is null then now() end
    from receiving_accounts a join collect_coins c on c.id = a.coin_id where a.enabled and c.enabled`,
];

/** Reverts `up`. Which amount was credited for which transaction is lost; the ledger keeps the amounts. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table shown_accounts`.execute(db);
  await sql`alter table charge_addresses drop column until`.execute(db);
  await sql`alter table collect_coins drop column usd_price, drop column usd_price_at`.execute(db);
  await sql`alter table deposits
    drop column network, drop column transaction_id, drop column sent, drop column usd_price, drop column usd_price_at,
    drop column received, drop column credited, drop column credit_reason, drop column proof_hash`.execute(db);
}
