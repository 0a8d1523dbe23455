import { type Kysely, sql } from 'kysely';

/**
 * The meaning of each instrument's fee rate. Until now one rule of the site was the meaning of all rates, so a change of
 * it turned dollars into per cents. Existing instruments keep the meaning that is in force: the engine's, and before its
 * first start the setting.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table instruments add column fee_mode text check (fee_mode in ('perLot', 'ofMargin'))`.execute(db);
  await sql`update instruments set fee_mode = coalesce(
    (select rules::jsonb ->> 'feeMode' from trading_rules where shard = 0),
    (select case when value = '2' then 'ofMargin' else 'perLot' end from site_settings where key = 'trade_fee_type'),
    'perLot')`.execute(db);
  await sql`alter table instruments alter column fee_mode set not null`.execute(db);
  await sql`delete from site_settings where key = 'trade_fee_type'`.execute(db);
}
