import { HOUSE_ACCOUNTS, asMoney, formatMoney } from '@fairlot/domain';
import type { ClientBase } from 'pg';
import { exactTypes } from '../../db/pool.ts';
import type { Findings } from './findings.ts';

/** Sums of all transfers. */
export interface Balances {
  /** All books of all clients, in dollars. */
  readonly clients: string;
  /** Each house account in dollars, signed from the house's side. */
  readonly house: Readonly<Record<string, string>>;
}

const SUMS = `select account, book, sum(amount)::bigint as total from (
    select debit_account as account, debit_book as book, -amount as amount from transfers where shard = $1
    union all select credit_account, credit_book, amount from transfers where shard = $1) moves group by account, book`;

const DIFFERENCES = `with sums as (${SUMS}), books as (
    select id as account, 'cash' as book, cash as total from accounts where shard = $1
    union all select id, 'orderReserve', order_reserve from accounts where shard = $1
    union all select id, 'withdrawalHold', withdrawal_hold from accounts where shard = $1)
  select account, book, coalesce(books.total, 0) as have, coalesce(sums.total, 0) as want from books full join sums using (account, book)
    where (account > 0 or account is null) and coalesce(books.total, 0) <> coalesce(sums.total, 0) order by account, book`;

/**
 * Sums the transfers: each book of the accounts table must be the sum of its transfers, and the sum of all must be
 * zero.
 */
export async function checkBalances(client: ClientBase, shard: number, findings: Findings): Promise<Balances> {
  const differences = await client.query<{ account: bigint; book: string; have: bigint; want: bigint }>({
    text: DIFFERENCES,
    values: [shard],
    types: exactTypes,
  });
  for (const { account, book, have, want } of differences.rows) {
    findings.add(`account ${account}: ${book} is ${dollars(have)} in the table, ${dollars(want)} by its transfers`);
  }
  const sums = await client.query<{ account: bigint; total: bigint }>({
    text: `select least(account, 0) as account, sum(total)::bigint as total from (${SUMS}) sums group by least(account, 0)`,
    values: [shard],
    types: exactTypes,
  });
  const totals = new Map(sums.rows.map(({ account, total }) => [Number(account), total]));
  const sum = [...totals.values()].reduce((left, right) => left + right, 0n);
  if (sum !== 0n) findings.add(`all transfers together sum to ${dollars(sum)} instead of zero`);
  const house = Object.fromEntries(HOUSE_ACCOUNTS.map((name, index) => [name, dollars(totals.get(-1 - index) ?? 0n)]));
  return { clients: dollars(totals.get(0) ?? 0n), house };
}

function dollars(micro: bigint): string {
  return formatMoney(asMoney(micro));
}
