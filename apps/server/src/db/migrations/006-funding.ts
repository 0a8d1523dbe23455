import { type Kysely, sql } from 'kysely';

/**
 * Requests for deposits and withdrawals, and the decisions about them. Only the trading core moves money, by commands
 * whose keys contain the numbers of these rows. Units: micro-dollars, rates and prices of scale 8, receipts in
 * hundredths.
 */
const TABLES = [
  sql`create table charge_networks (
    id bigint generated always as identity primary key,
    currency_code text not null,
    protocol_code text not null,
    address text not null,
    enabled boolean not null,
    unique (currency_code, protocol_code),
    check (not enabled or address <> '')
  )`,
  // Every address that was ever shown, because users may still send coins to a former one.
  sql`create table charge_addresses (
    network_id bigint not null references charge_networks (id),
    address text not null,
    since timestamptz not null default now(),
    primary key (network_id, address)
  )`,
  sql`create table collect_coins (
    id bigint generated always as identity primary key,
    name text not null unique,
    enabled boolean not null
  )`,
  sql`create table receiving_accounts (
    id bigint generated always as identity primary key,
    coin_id bigint not null references collect_coins (id),
    bank_name text not null,
    bank_address text not null,
    bank_swift text not null,
    payee_name text not null,
    payee_account text not null,
    bank_remark text not null,
    enabled boolean not null
  )`,
  sql`create table draw_currencies (
    id bigint generated always as identity primary key,
    -- 1 = crypto, 2 = bank.
    type smallint not null check (type in (1, 2)),
    code text not null,
    protocol text not null,
    draw_rate bigint not null check (draw_rate >= 0),
    -- 1 = a fixed fee of draw_rate dollars, otherwise draw_rate × amount.
    fee_type smallint not null,
    usd_price bigint not null check (usd_price > 0),
    enabled boolean not null,
    unique (type, code, protocol)
  )`,
  // crediting: the deposit was accepted, and repeating the command tells whether the trading core credited it.
  sql`create table deposits (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    -- 0 = coin, 1 = bank.
    type smallint not null check (type in (0, 1)),
    amount bigint not null check (amount > 0),
    target_id bigint not null,
    currency_code text not null,
    protocol_code text not null,
    -- The receiving address or account as it was shown to the user.
    paid_to text not null,
    proof_img text not null,
    state text not null check (state in ('unchecked', 'crediting', 'finished', 'rejected', 'invalid')),
    remark text not null default '',
    key text not null,
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    decided_by bigint,
    unique (user_id, key)
  )`,
  sql`create index deposits_of_user on deposits (user_id, type, id)`,
  sql`create index deposits_to_decide on deposits (id) where state in ('unchecked', 'crediting')`,
  // Only removed_at ever changes, so that records of withdrawals stay true.
  sql`create table draw_methods (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    currency_id bigint not null references draw_currencies (id),
    dc_address text not null,
    bank_name text not null,
    bank_address text not null,
    bank_swift text not null,
    payee_name text not null,
    payee_account text not null,
    key text not null,
    created_at timestamptz not null default now(),
    removed_at timestamptz,
    unique (user_id, key)
  )`,
  sql`create unique index draw_methods_bound on draw_methods (user_id, currency_id, dc_address, payee_account) where removed_at is null`,
  // holding, paying, rejecting, cancelling: decided here and finished by the trading core; see
  // features/funding/withdrawals.
  // refused: the trading core did not freeze the money; the row stays so that its key gives the same answer again.
  sql`create table withdrawals (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    type smallint not null check (type in (1, 2)),
    currency_id bigint not null references draw_currencies (id),
    method_id bigint not null references draw_methods (id),
    amount bigint not null check (amount > 0),
    fee bigint not null check (fee >= 0 and fee < amount),
    receipt bigint not null,
    memo text not null,
    state text not null check (state in ('holding', 'refused', 'review', 'approved', 'paying', 'paid', 'rejecting', 'rejected', 'cancelling', 'cancelled')),
    refusal text,
    refusal_detail jsonb,
    approvals_needed smallint not null,
    -- Number of the payment command: the refusal of one attempt is not the outcome of the next.
    attempt integer not null default 0,
    remark text not null default '',
    reference text not null default '',
    key text not null,
    created_at timestamptz not null default now(),
    decided_at timestamptz,
    decided_by bigint,
    unique (user_id, key)
  )`,
  sql`create index withdrawals_of_user on withdrawals (user_id, type, id)`,
  sql`create index withdrawals_to_decide on withdrawals (id) where state in ('holding', 'review', 'approved', 'paying', 'rejecting', 'cancelling')`,
  sql`create table withdrawal_approvals (
    withdrawal_id bigint not null references withdrawals (id),
    staff_id bigint not null,
    at timestamptz not null default now(),
    primary key (withdrawal_id, staff_id)
  )`,
];

/**
 * Examples for the operator to replace. Users can't make deposits before the operator enters an address or an account;
 * until then they read that there is no payment channel.
 */
const EXAMPLES = [
  sql`insert into charge_networks (currency_code, protocol_code, address, enabled) values ('USDT', 'TRC20', '', false), ('USDT', 'ERC20', '', false), ('USDC', 'ERC20', '', false)`,
  sql`insert into collect_coins (name, enabled) values ('USD', true), ('EUR', true)`,
  // Fees of two and ten dollars for a coin transfer and 0.2 per cent for a bank transfer; one unit per dollar.
  sql`insert into draw_currencies (type, code, protocol, draw_rate, fee_type, usd_price, enabled) values
    (1, 'USDT', 'TRC20', 200000000, 1, 100000000, true),
    (1, 'USDT', 'ERC20', 1000000000, 1, 100000000, true),
    (1, 'USDC', 'ERC20', 1000000000, 1, 100000000, true),
    (2, 'USD', '', 200000, 2, 100000000, true)`,
];

/** Creates the tables of deposits and withdrawals, with examples. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...TABLES, ...EXAMPLES]) await statement.execute(db);
}

/** Reverts `up`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table withdrawal_approvals, withdrawals, draw_methods, deposits, draw_currencies, receiving_accounts, collect_coins, charge_addresses, charge_networks`.execute(
    db,
  );
}
