import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import { CHECKPOINT_KEY_FILE, existingKeysOfFolder, readKeys } from '../security/secrets/key-file.ts';
import { type AuditVerification, verifyAudit } from '../staff/audit/verify-audit.ts';
import { CheckpointKeys } from '../trading/checkpoints/checkpoint.ts';
import { CHECKPOINT_FILE } from '../trading/checkpoints/checkpoint-store.ts';
import type { CheckpointSource } from '../trading/verify/checkpoint-check.ts';
import type { Verification, VerifyOptions } from '../trading/verify/verify-shard.ts';
import { verifyShards } from '../trading/verify/verify-shards.ts';

export const NO_KEY = 'there is no key (FAIRLOT_CHECKPOINT_KEY, or checkpoint.key in the data folder)';

/** Verifies all shards and the audit log of a database, and tells the result line by line. Returns the differences. */
export async function verifyDatabase(pool: Pool, options: VerifyOptions, say: (line: string) => void): Promise<number> {
  let differences = 0;
  for await (const { shard, verification } of verifyShards(pool, options)) {
    for (const line of describe(shard, verification)) say(line);
    differences += verification.count;
  }
  const audit = await verifyAudit(pool);
  for (const line of describeAudit(audit)) say(line);
  return differences + audit.count;
}

/** The keys and the file of checkpoints that the server uses; undefined without a key. Nothing is created. */
export async function checkpointSource(dataFolder: string): Promise<CheckpointSource | undefined> {
  const given = process.env['FAIRLOT_CHECKPOINT_KEY']?.trim();
  const seeds =
    given === undefined || given === '' ? await existingKeysOfFolder(dataFolder, CHECKPOINT_KEY_FILE) : readKeys(given);
  if (seeds === undefined) throw new Error('FAIRLOT_CHECKPOINT_KEY is not a valid key');
  if (seeds.length === 0) return undefined;
  const file = process.env['FAIRLOT_CHECKPOINT_FILE']?.trim();
  return {
    keys: new CheckpointKeys(seeds),
    file: file === undefined || file === '' ? join(dataFolder, CHECKPOINT_FILE) : resolve(file),
  };
}

function* describe(shard: number, verification: Verification): Generator<string> {
  const { rows, head, behind, checkpoints, from, archived, orders, transfers, stateHash, balances, count, shown } =
    verification;
  yield `shard       ${shard}`;
  yield from === undefined
    ? `journal     ${rows} rows, refolded`
    : `journal     ${rows} rows, refolded after row ${from.seq}; the rows before are those of the checkpoint of ${new Date(from.time).toISOString()} if its key is safe`;
  if (archived !== undefined)
    yield archived === 0
      ? 'archive     has no rows of this shard: all are read from the database'
      : `archive     ${archived} rows are read from it, the others from the database`;
  yield `head        ${head}`;
  if (behind > 0)
    yield `tables      at row ${rows - behind}: the last ${behind} rows are replayed, and a server writes them to the tables`;
  yield checkpoints === undefined
    ? `checkpoints NOT compared: ${NO_KEY}`
    : `checkpoints ${checkpoints} signed ones agree`;
  yield `orders      ${orders}`;
  yield `transfers   ${transfers}`;
  yield `state       ${stateHash}`;
  yield `clients     ${balances.clients} USD`;
  for (const [name, amount] of Object.entries(balances.house)) yield `house       ${amount} USD ${name}`;
  for (const finding of shown) yield `DIFFERENCE  ${finding}`;
  if (count > shown.length) yield `DIFFERENCE  and ${count - shown.length} more`;
  yield count === 0
    ? `verified: journal, hash chain, refolded state and tables of shard ${shard} agree`
    : `NOT verified: ${count} differences in shard ${shard}`;
}

function* describeAudit({ entries, head, count, findings }: AuditVerification): Generator<string> {
  yield `audit       ${entries} entries, the last with hash ${head}`;
  for (const finding of findings) yield `DIFFERENCE  ${finding}`;
  if (count > findings.length) yield `DIFFERENCE  and ${count - findings.length} more`;
  yield count === 0
    ? 'verified: the chain of the audit log holds'
    : `NOT verified: ${count} differences in the audit log`;
}
