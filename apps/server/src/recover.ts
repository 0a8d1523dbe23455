import { resolve } from 'node:path';
import { openDatabase } from './db/database.ts';
import type { Database } from './db/database.ts';
import { DatabaseInUseError } from './db/lock.ts';
import { StaffQueries } from './features/office/staff/queries.ts';
import { StaffSessionStore } from './features/office/staff/session-store.ts';
import { SetUp } from './features/office/staff/set-up.ts';
import { Team } from './features/office/staff/team.ts';
import { AuditLog } from './platform/audit/audit-log.ts';
import { wallClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { Passwords } from './platform/passwords.ts';
import { dropUnopenable } from './platform/secrets/drop-unopenable.ts';
import { keysOfFolder, readKeys } from './platform/secrets/key-file.ts';
import { Secrets } from './platform/secrets/secrets.ts';

/**
 * `npm run recover -- <name>`: a new set-up link for a member of staff whom nobody in the office can help, such as the only
 * administrator after the loss of the authenticator. `--lost-key` gives up what was sealed with a key that is gone. Both need
 * the machine and a stopped server, and leave an audit entry.
 */
async function main(): Promise<number> {
  const name = process.argv[2]?.trim().toLowerCase();
  if (name === undefined || name === '')
    return complain('Whom? npm run recover -- <name of the member of staff>, or --lost-key', 2);
  const database = await openDatabase({
    dataFolder: resolve(process.env['FAIRLOT_DATA_DIR'] ?? './data'),
    databaseUrl: process.env['DATABASE_URL'],
    log: { info: () => undefined, warn: (line) => complain(line, 1), error: (line) => complain(line, 1) },
  });
  try {
    if (name === '--lost-key') return await giveUpLostKey(database);
    const queries = new StaffQueries(database.kysely);
    const sessions = new StaffSessionStore(database.kysely, wallClock);
    const setUp = new SetUp(queries, new Passwords(), wallClock);
    const staff = await queries.byName(name);
    if (staff === undefined) return complain(`There is nobody called ${JSON.stringify(name)}.`, 1);
    await note(database, 'staff/recover', `staff ${name}`);
    const link = await new Team({ queries, sessions, setUp, clock: wallClock }).recover(Number(staff.id));
    process.stdout.write(
      `Password and second factor of ${name} are gone. Start the server and open /office/#/setup?token=${link.token} before ${link.expiresAt.toISOString()}.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** What was sealed with a key that is gone can't be had back: it is taken away, so that the server starts again. */
async function giveUpLostKey(database: Database): Promise<number> {
  const given = process.env['FAIRLOT_SECRETS_KEY']?.trim();
  const keys =
    given === undefined || given === ''
      ? await keysOfFolder(resolve(process.env['FAIRLOT_DATA_DIR'] ?? './data'))
      : readKeys(given);
  if (keys === undefined) return complain('FAIRLOT_SECRETS_KEY is no key.', 2);
  await note(database, 'secrets/lost_key', 'all that no key opens');
  const { users, staff, cards } = await dropUnopenable(database.kysely, new Secrets(keys));
  process.stdout.write(
    `Gone: the authenticators of ${users} users and ${staff} members of staff, and the numbers of ${cards} documents.\n`,
  );
  return 0;
}

async function note(database: Database, action: string, subject: string): Promise<void> {
  const audit = new AuditLog(database.pool, wallClock, createLog('silent'));
  await audit.append({
    phase: 'event',
    of: null,
    staffId: null,
    staffName: 'command line',
    address: '',
    action,
    subject,
    userId: null,
    input: '{}',
    outcome: 'ok',
  });
}

function complain(line: string, code: number): number {
  process.stderr.write(`${line}\n`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  const running = error instanceof DatabaseInUseError;
  process.exitCode = complain(
    running ? 'Stop the server first: it is using this database.' : String(error),
    running ? 3 : 1,
  );
}
