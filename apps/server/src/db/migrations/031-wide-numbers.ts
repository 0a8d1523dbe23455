import { type Kysely, sql } from 'kysely';

/**
 * Prices of instruments with a scale of their own, and withdrawals in the decimals of their currencies.
 *
 * An instrument's price_scale is the number of decimals in the integers of its prices; null for 8, or for the precision
 * where that is higher. The columns of prices stay bigint: the scale is chosen so that they fit.
 *
 * Withdrawals in each currency's own decimals. Receipts become decimals that keep their places (`98.50`,
 * `0.00103604`), so a later change of a currency's decimals never changes a past receipt. Prices of currencies become
 * decimals with 16 places, because 8 left a coin worth 100,000 dollars only four digits.
 *
 * Decimals of existing currencies: those of ISO 4217, two for dollar coins, and eight for other coins.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instruments
    drop constraint instruments_price_precision_check,
    add constraint instruments_price_precision_check check (price_precision between 0 and 15),
    add column price_scale smallint,
    add constraint instruments_price_scale_check check (price_scale between greatest(price_precision, 3) and 15)`.execute(
    db,
  );
  await sql`alter table draw_currencies
    alter column usd_price type numeric(25, 16) using usd_price::numeric / 100000000,
    add column decimals smallint check (decimals between 0 and 18)`.execute(db);
  await sql`update draw_currencies set decimals = case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when type = 1 and code not in ('USDT', 'USDC', 'DAI') then 8
    else 2
  end`.execute(db);
  await sql`alter table draw_currencies alter column decimals set not null`.execute(db);
  await sql`alter table withdrawals
    alter column receipt type numeric using round(receipt::numeric / 100, 2),
    add check (receipt >= 0)`.execute(db);
}

/**
 * Reverts `up` while no instrument has a scale of its own. Receipts and prices of currencies lose the digits that the
 * former columns cannot hold.
 */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawals
    drop constraint withdrawals_receipt_check,
    alter column receipt type bigint using round(receipt * 100)::bigint`.execute(db);
  await sql`alter table draw_currencies
    drop column decimals,
    alter column usd_price type bigint using greatest(round(usd_price * 100000000), 1)::bigint`.execute(db);
  await sql`alter table instruments
    drop constraint instruments_price_scale_check,
    drop column price_scale,
    drop constraint instruments_price_precision_check,
    add constraint instruments_price_precision_check check (price_precision between 0 and 8)`.execute(db);
}
