import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseOfEnvironment } from './config-services.ts';
import { openDatabase } from './db/database.ts';
import { complain, runOffline, typedLine } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { sync } from './platform/durable-file.ts';
import { noteCommand } from './staff/audit/note-command.ts';
import { CHECKPOINT_FILE, dropCheckpointsOfFile } from './trading/checkpoints/checkpoint-store.ts';
import { demoShards, dropDemoShards } from './trading/drop-demo-shard.ts';

/** The operator types this, because nothing brings the journal back. */
const WORD = 'drop demo';

/**
 * `npm run drop-demo`: deletes the journals of the shards of demo accounts with their accounts, while the server is stopped. Exit code 0
 * when it was deleted, 1 when not, 3 when a server uses the database.
 */
async function main(): Promise<number> {
  const { dataFolder, text } = existingDatabase(process.env);
  process.stdout.write(`Database: ${text}\n`);
  const database = await openDatabase({
    ...databaseOfEnvironment(process.env),
    role: 'owner',
    log: { info: () => undefined, warn: (line) => complain(line, 1), error: (line) => complain(line, 1) },
  });
  try {
    const { numbers, accounts, rows } = await demoShards(database.pool);
    process.stdout.write(
      `This deletes ${accounts} demo accounts and the ${rows} rows of their journal for good. Accounts on other shards stay as they are. Make a backup first.\nType "${WORD}" to delete them: `,
    );
    if ((await typedLine()) !== WORD) return complain('\nNothing was deleted.', 1);
    await noteCommand(database.pool, 'demo/drop', `${accounts} accounts, ${rows} rows`);
    await dropDemoShards(database.pool, numbers);
    const kept = await dropFromFile(dataFolder, numbers);
    process.stdout.write(
      `\nDeleted. Demo users get new accounts at their next sign-in.${kept === undefined ? '' : ` The signed checkpoints of before are in ${kept}.`}\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Takes the shards' checkpoints out of the server's file, after a copy. Returns the copy; undefined without a file. */
async function dropFromFile(dataFolder: string, shards: readonly number[]): Promise<string | undefined> {
  const given = process.env['FAIRLOT_CHECKPOINT_FILE']?.trim();
  const file = given === undefined || given === '' ? join(dataFolder, CHECKPOINT_FILE) : resolve(given);
  const copy = `${file}.${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    await copyFile(file, copy);
    await sync(copy);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  for (const shard of shards) await dropCheckpointsOfFile(file, shard);
  return copy;
}

await runOffline(main);
