import { NO_KEY, checkpointSource, verifyDatabase } from './composition/verify-database.ts';
import { archiveOfEnvironment, databaseOfEnvironment } from './config-services.ts';
import { openDatabase } from './db/database.ts';
import { existingDatabase } from './db/place.ts';

/**
 * `npm run verify [-- --from-checkpoint | --archive]`: exit code 0 when everything agrees, 1 when something differs, 2 when
 * the check could not run.
 */
async function main(): Promise<number> {
  const { dataFolder, text } = existingDatabase(process.env);
  say(`database    ${text}`);
  const database = await openDatabase({
    ...databaseOfEnvironment(process.env),
    exclusive: false,
    log: { info: say, warn: complain, error: complain },
  });
  try {
    const checkpoints = await checkpointSource(dataFolder);
    const fromCheckpoint = process.argv.includes('--from-checkpoint');
    if (fromCheckpoint && checkpoints === undefined) throw new Error(NO_KEY);
    const archive = process.argv.includes('--archive') ? archiveOfEnvironment(process.env).folder : undefined;
    if (archive !== undefined && fromCheckpoint)
      throw new Error('--archive begins at row 1, --from-checkpoint does not');
    if (archive !== undefined) say(`archive     ${archive}`);
    return (await verifyDatabase(database.pool, { checkpoints, fromCheckpoint, archive }, say)) === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
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
