import { type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

/**
 * Keeps the addresses and accounts that users see, and when each was closed, because users may still send money there.
 * Runs in the transaction of every change of payment terms.
 */
export async function rememberShown(db: Transaction<Tables>): Promise<void> {
  await sql`update charge_addresses shown set until = now() where until is null and not exists (
    select from charge_networks n where n.id = shown.network_id and n.address = shown.address and n.enabled)`.execute(
    db,
  );
  await sql`insert into charge_addresses (network_id, address) select id, address from charge_networks where enabled
    on conflict (network_id, address) do update set until = null`.execute(db);
  await sql`update shown_accounts shown set until = now() where until is null and not exists (
    select from receiving_accounts a join collect_coins c on c.id = a.coin_id
    where a.id = shown.account_id and a.version = shown.version and a.enabled and c.enabled and c.usd_price is not null)`.execute(
    db,
  );
  await sql`insert into shown_accounts
      (account_id, version, coin_id, bank_name, bank_address, bank_swift, payee_name, payee_account, bank_remark)
    select a.id, a.version, a.coin_id, a.bank_name, a.bank_address, a.bank_swift, a.payee_name, a.payee_account, a.bank_remark
    from receiving_accounts a join collect_coins c on c.id = a.coin_id
    where a.enabled and c.enabled and c.usd_price is not null
    on conflict (account_id, version) do update set until = null`.execute(db);
}
