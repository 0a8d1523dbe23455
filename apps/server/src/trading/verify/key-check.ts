import type { ClientBase } from 'pg';
import type { Findings } from './findings.ts';

/** Repeated keys that are shown; more of them tell nothing more. */
const MOST_SHOWN = 100;

/**
 * Finds commands of one account with the same key. The database refuses them within a partition only, so nothing else
 * notices a key that was taken for a new one months later. Prints are compared first, because they are short.
 */
export async function checkKeys(client: ClientBase, shard: number, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ account: bigint; key: string; seqs: string }>(
    `select account, key, string_agg(seq::text, ' and ' order by seq) as seqs from journal
      where shard = $1 and key_print in (
        select key_print from journal where shard = $1 and key is not null group by key_print having count(*) > 1)
      group by account, key having count(*) > 1 order by min(seq) limit ${MOST_SHOWN}`,
    [shard],
  );
  for (const { account, key, seqs } of rows)
    findings.add(`rows ${seqs} have the same key of account ${account}: ${key}`);
  const again = await client.query<{ account: bigint; key: string; first: bigint; seq: bigint }>(
    `select a.account, a.key, a.seq as first, j.seq from archived_keys a join journal j on j.account = a.account and j.key = a.key
      where j.shard = $1 order by j.seq limit ${MOST_SHOWN}`,
    [shard],
  );
  for (const { account, key, first, seq } of again.rows)
    findings.add(`row ${seq} has the key of the archived row ${first} of account ${account}: ${key}`);
}
