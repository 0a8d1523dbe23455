import { resolve } from 'node:path';
import { openDatabase } from './db/database.ts';
import { type AuditVerification, verifyAudit } from './staff/audit/verify-audit.ts';
import type { Verification } from './trading/verify/verify-shard.ts';
import { verifyShards } from './trading/verify/verify-shards.ts';

/** `npm run verify`: exit code 0 when everything agrees, 1 when something differs, 2 when the check could not run. */
async function main(): Promise<number> {
  const database = await openDatabase({
    dataFolder: resolve(process.env['FAIRLOT_DATA_DIR'] ?? './data'),
    databaseUrl: process.env['DATABASE_URL'],
    exclusive: false,
    log: { info: say, warn: complain, error: complain },
  });
  try {
    let differences = 0;
    for await (const { shard, verification } of verifyShards(database.pool)) {
      for (const line of describe(shard, verification)) say(line);
      differences += verification.count;
    }
    const audit = await verifyAudit(database.pool);
    for (const line of describeAudit(audit)) say(line);
    return differences + audit.count === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

function* describe(
  shard: number,
  { rows, orders, transfers, stateHash, balances, count, shown }: Verification,
): Generator<string> {
  yield `shard       ${shard}`;
  yield `journal     ${rows} rows, refolded`;
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  complain(`the database could not be verified: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
