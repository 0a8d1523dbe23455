import type { Pool } from 'pg';
import { FingerprintSet } from './fingerprint-set.ts';

/** The old way's limit: it packed all fingerprints into one buffer, of which Node's largest has 4 GiB. */
export const MOST_OLD_KEYS = 2 ** 32 / 8;

/** The way in which keys were loaded before: reads the fingerprints of all keys of the journal, and builds a set of them. */
export async function loadOldKeys(pool: Pool): Promise<FingerprintSet> {
  const found = await pool.query<[Buffer]>({
    text: `select string_agg(int8send(key_print), '') from journal where shard = 0 and key is not null group by account % 64`,
    rowMode: 'array',
  });
  const packed = Buffer.concat(found.rows.map(([part]) => part));
  const set = new FingerprintSet();
  for (let at = 0; at < packed.length; at += 8)
    set.add({ high: packed.readUInt32BE(at), low: packed.readUInt32BE(at + 4) });
  return set;
}
