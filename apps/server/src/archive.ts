import { NO_KEY, checkpointSource } from './composition/verify-database.ts';
import { archiveOfEnvironment, databaseOfEnvironment } from './config-services.ts';
import { openDatabase } from './db/database.ts';
import { complain } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { errorText } from './platform/error-text.ts';
import { archiveJournal } from './trading/archive/archive-journal.ts';
import { rowsFileOf } from './trading/archive/segment.ts';

/**
 * `npm run archive`: copies old partitions of the journal into files and reads them back, also while the server runs. Exit
 * code 0 when all that is old enough is archived, 1 when something waits or differs, 2 after bad settings.
 */
async function main(): Promise<number> {
  const { folder, afterDays } = archiveOfEnvironment(process.env);
  if (afterDays === undefined)
    return complain('FAIRLOT_ARCHIVE_AFTER_DAYS is missing: the age of what is archived (docs/configuration.md).', 2);
  const { dataFolder, text } = existingDatabase(process.env);
  const checkpoints = await checkpointSource(dataFolder);
  if (checkpoints === undefined) return complain(`Nothing is archived without a signed checkpoint: ${NO_KEY}.`, 2);
  say(`database    ${text}`);
  say(`archive     ${folder}`);
  const log = { info: say, warn: complainOnly, error: complainOnly };
  const database = await openDatabase({ ...databaseOfEnvironment(process.env), exclusive: false, log });
  try {
    let code = 0;
    let files = 0;
    for await (const { shard, archived } of archiveJournal({ pool: database.pool, folder, checkpoints }, afterDays)) {
      if ('made' in archived) {
        files += 1;
        say(
          `archived    rows ${archived.made.first} to ${archived.made.last} of shard ${shard}: ${rowsFileOf(archived.made)}`,
        );
      } else {
        code = complain(`shard ${shard} waits for a signed checkpoint at or after row ${archived.waitsFor}.`, 1);
      }
    }
    say(`${files} files were written and read back. The database keeps its rows.`);
    return code;
  } finally {
    await database.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complainOnly(line: string): void {
  complain(line, 1);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = complain(`The journal could not be archived: ${errorText(error)}`, 1);
}
