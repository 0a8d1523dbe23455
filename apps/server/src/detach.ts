import { archiveOfEnvironment, databaseOfEnvironment } from './config-services.ts';
import { openDatabase } from './db/database.ts';
import { complain, runOffline, typedLine } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { noteCommand } from './staff/audit/note-command.ts';
import { type Leaving, detachJournal, leavingPartitions } from './trading/archive/detach-journal.ts';

/** The operator types this, because only the archive has the rows afterwards. */
const WORD = 'detach';
/** Clients may repeat their requests, and mails about stop-outs are looked for, within this time. */
const LEAST_DAYS = 90;

/**
 * `npm run detach`: drops old partitions of the journal whose rows are all in the archive, while the server is stopped. Exit
 * code 0 when they were dropped or there are none, 1 when not, 2 after bad settings, 3 when a server uses the database.
 */
async function main(): Promise<number> {
  const { folder, afterDays } = archiveOfEnvironment(process.env);
  if (afterDays === undefined)
    return complain('FAIRLOT_ARCHIVE_AFTER_DAYS is missing: the age of what is archived (docs/configuration.md).', 2);
  const { text } = existingDatabase(process.env);
  say(`database    ${text}`);
  say(`archive     ${folder}`);
  const database = await openDatabase({
    ...databaseOfEnvironment(process.env),
    role: 'owner',
    log: { info: () => undefined, warn: (line) => complain(line, 1), error: (line) => complain(line, 1) },
  });
  try {
    const days = Math.max(LEAST_DAYS, afterDays);
    const leaving = await leavingPartitions(database.pool, days);
    if (leaving.rows.length === 0) {
      say(`No partition of the journal ended ${days} days of market time ago. Nothing was changed.`);
      return 0;
    }
    for (const line of describe(leaving)) say(line);
    say(
      'The rows are compared with the archive first. Afterwards only the archive has them: make a copy of it before.',
    );
    process.stdout.write(`Type "${WORD}" to drop them: `);
    if ((await typedLine()) !== WORD) return complain('\nNothing was changed.', 1);
    await noteCommand(database.pool, 'journal/detach', [...describe(leaving)].join('; '));
    await detachJournal({ pool: database.pool, folder }, days);
    say('\nDropped. Verify from now on with npm run verify -- --archive.');
    return 0;
  } finally {
    await database.close();
  }
}

function* describe({ partitions, rows }: Leaving): Generator<string> {
  yield `partitions  ${partitions.map(({ name }) => name).join(', ')}`;
  for (const { shard, first, last } of rows) yield `shard ${shard}     rows ${first} to ${last - 1}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runOffline(main);
