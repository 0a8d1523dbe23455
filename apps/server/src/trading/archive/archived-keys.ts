import { type ClientCommand, payloadDigest } from '@fairlot/engine';
import type { ClientBase } from 'pg';
import { decode } from '../journal/codec.ts';
import type { Findings } from '../verify/findings.ts';
import type { StoredRow } from '../verify/stored-rows.ts';

/** A used key of a row that is in the archive alone. */
interface ArchivedKey {
  readonly seq: bigint;
  readonly account: bigint;
  readonly key: string;
  readonly digest: string;
  readonly outcome: string;
}

/** The keys of rows. The rows of the engine itself have none. */
function keysOf(rows: readonly StoredRow[]): ArchivedKey[] {
  return rows.flatMap(([seq, , , account, key, , command, , outcome]) =>
    account === null || key === null
      ? []
      : [{ seq, account, key, digest: payloadDigest(decode(command) as ClientCommand), outcome }],
  );
}

/** Keeps the keys of rows that leave the database. Throws when an account has used one of them before. */
export async function keepKeys(client: ClientBase, shard: number, rows: readonly StoredRow[]): Promise<void> {
  const keys = keysOf(rows);
  if (keys.length === 0) return;
  await client.query(
    `insert into archived_keys (shard, seq, account, key, digest, outcome)
      select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
    [
      shard,
      keys.map(({ seq }) => seq),
      keys.map(({ account }) => account),
      keys.map(({ key }) => key),
      keys.map(({ digest }) => digest),
      keys.map(({ outcome }) => outcome),
    ],
  );
}

/**
 * Passes the rows of a journal on, and compares the kept keys with those of its rows before `firstKept`, which the
 * database no longer has. The client must stay in one transaction.
 */
export async function* checkKeptKeys(
  chunks: AsyncIterable<readonly StoredRow[]>,
  client: ClientBase,
  { shard, firstKept, findings }: { readonly shard: number; readonly firstKept: number; readonly findings: Findings },
): AsyncGenerator<readonly StoredRow[]> {
  let count = 0;
  for await (const rows of chunks) {
    const keys = keysOf(rows.filter(([seq]) => Number(seq) < firstKept));
    count += keys.length;
    await compare(client, keys, findings);
    yield rows;
  }
  const { rows } = await client.query<{ count: string }>(
    'select count(*)::text as count from archived_keys where shard = $1',
    [shard],
  );
  if (Number(rows[0]?.count) !== count)
    findings.add(`the table of archived keys has ${rows[0]?.count} keys, the archive ${count}`);
}

async function compare(client: ClientBase, keys: readonly ArchivedKey[], findings: Findings): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(' ', a.account, a.key, a.seq, a.digest, a.outcome) as text from archived_keys a
      join unnest($1::bigint[], $2::text[]) as asked (account, key) on a.account = asked.account and a.key = asked.key`,
    [keys.map(({ account }) => account), keys.map(({ key }) => key)],
  );
  const stored = new Set(rows.map(({ text }) => text));
  for (const { seq, account, key, digest, outcome } of keys) {
    if (!stored.has([account, key, seq, digest, outcome].join(' ')))
      findings.add(
        `row ${seq}: its key ${key} of account ${account} is missing or another one among the archived keys`,
      );
  }
}
