import { databaseOfEnvironment } from './config-services.ts';
import { type Database, openDatabase } from './db/database.ts';
import { complain, runOffline } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { StaffQueries } from './features/office/staff/queries.ts';
import { recoverAccount } from './features/office/staff/recover.ts';
import { SetUp } from './features/office/staff/set-up.ts';
import { wallClock } from './platform/clock.ts';
import { Passwords } from './security/passwords.ts';
import { dropUnopenable } from './security/secrets/drop-unopenable.ts';
import { keysOfFolder, readKeys } from './security/secrets/key-file.ts';
import { Secrets } from './security/secrets/secrets.ts';
import { noteCommand } from './staff/audit/note-command.ts';
import { StaffSessionStore } from './staff/session-store.ts';

/**
 * `npm run recover -- <name>`: creates a new set-up link for a member of staff whom nobody in the office can help, such
 * as the only administrator after the loss of the authenticator. `--lost-key` deletes the secrets that were sealed with
 * a lost key. Both need access to the machine and a stopped server, and leave an audit entry.
 */
async function main(): Promise<number> {
  const name = process.argv[2]?.trim().toLowerCase();
  if (name === undefined || name === '')
    return complain('Usage: npm run recover -- <name of the member of staff>, or npm run recover -- --lost-key', 2);
  const { dataFolder, text } = existingDatabase(process.env);
  process.stdout.write(`Database: ${text}\n`);
  const database = await openDatabase({
    ...databaseOfEnvironment(process.env),
    log: { info: () => undefined, warn: (line) => complain(line, 1), error: (line) => complain(line, 1) },
  });
  try {
    if (name === '--lost-key') return await giveUpLostKey(database, dataFolder);
    const queries = new StaffQueries(database.kysely);
    const sessions = new StaffSessionStore(database.kysely, wallClock);
    const setUp = new SetUp(queries, new Passwords(), wallClock);
    const staff = await queries.byName(name);
    if (staff === undefined) return complain(`There is no member of staff with the name ${JSON.stringify(name)}.`, 1);
    await noteCommand(database.pool, 'staff/recover', `staff ${name}`);
    const link = await recoverAccount({ queries, sessions, setUp, now: wallClock() }, Number(staff.id));
    process.stdout.write(
      `Password and second factor of ${name} were deleted. Start the server and open /office/#/setup?token=${link.token} before ${link.expiresAt.toISOString()}.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Deletes the secrets that no available key opens, so that the server starts again. They can't be restored. */
async function giveUpLostKey(database: Database, dataFolder: string): Promise<number> {
  const given = process.env['FAIRLOT_SECRETS_KEY']?.trim();
  const keys = given === undefined || given === '' ? await keysOfFolder(dataFolder) : readKeys(given);
  if (keys === undefined) return complain('FAIRLOT_SECRETS_KEY is not a valid key.', 2);
  await noteCommand(database.pool, 'secrets/lost_key', 'all that no key opens');
  const { users, staff, cards, keys: texts } = await dropUnopenable(database.kysely, new Secrets(keys));
  process.stdout.write(
    `Deleted: the authenticators of ${users} users and ${staff} members of staff, the numbers of ${cards} documents, and ${texts} keys of texts in the audit log.\n`,
  );
  return 0;
}

await runOffline(main);
