import type { Client } from 'pg';
import { type Place, connect } from './checks.ts';
import type { MoneyClient } from './money-client.ts';

/** Ledger types of the transfers that a deposit or withdrawal must have, by its final state. */
const DEPOSIT = { finished: '1', rejected: '' } as const;
const WITHDRAWAL = { paid: '2 3 6', rejected: '6 7', cancelled: '6 7' } as const;

/** Checks that every deposit and withdrawal exists once, in its acknowledged state, and has moved its money exactly once. */
export async function checkMoney(clients: readonly MoneyClient[], place: Place): Promise<string[]> {
  const database = await connect(place);
  try {
    const problems: string[] = [];
    for (const { access, deposits, withdrawals } of clients) {
      const target = { database, account: access.account };
      problems.push(
        ...(await compare(target, 'deposits', deposits, (state) => DEPOSIT[state as keyof typeof DEPOSIT])),
      );
      problems.push(
        ...(await compare(target, 'withdrawals', withdrawals, (state) => WITHDRAWAL[state as keyof typeof WITHDRAWAL])),
      );
      const { rows } = await database.query('select id from withdrawals_held where account = $1', [access.account]);
      if (rows.length > 0)
        problems.push(`account ${access.account} still has money frozen for ${rows.length} decided withdrawals`);
    }
    return problems;
  } finally {
    await database.end();
  }
}

async function compare(
  { database, account }: { readonly database: Client; readonly account: number },
  table: 'deposits' | 'withdrawals',
  told: ReadonlyMap<number, string>,
  transfersOf: (state: string) => string,
): Promise<string[]> {
  const kinds = table === 'deposits' ? [1] : [2, 3, 6, 7];
  const { rows } = await database.query<{ id: string; state: string; kinds: string | null }>(
    `select r.id, r.state,
      (select string_agg(t.kind::text, ' ' order by t.kind) from transfers t where t.account = r.user_id and t.reference = r.id and t.kind = any($2)) as kinds
    from ${table} r where r.user_id = $1`,
    [account, kinds],
  );
  const problems =
    rows.length === told.size ? [] : [`account ${account} has ${rows.length} ${table}, ${told.size} were decided`];
  for (const { id, state, kinds: moved } of rows) {
    const expected = told.get(Number(id));
    if (state !== expected) problems.push(`${table} ${id} is ${state}, its user was told ${expected ?? 'nothing'}`);
    else if ((moved ?? '') !== transfersOf(state))
      problems.push(`${table} ${id} is ${state} and has transfers of types ${moved ?? 'none'}`);
  }
  return problems;
}
