import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { databaseOfEnvironment } from './config-services.ts';
import { type Database, openDatabase } from './db/database.ts';
import { complain, runOffline, typedLine } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';
import { StaffQueries } from './features/office/staff/queries.ts';
import { recoverAccount } from './features/office/staff/recover.ts';
import { SetUp } from './features/office/staff/set-up.ts';
import { wallClock } from './platform/clock.ts';
import { Passwords } from './security/passwords.ts';
import { type Dropped, countUnopenable, dropUnopenable } from './security/secrets/drop-unopenable.ts';
import { SECRETS_KEY_FILE, existingKeysOfFolder, keysOfFolder, readKeys } from './security/secrets/key-file.ts';
import { KEY_BYTES, Secrets } from './security/secrets/secrets.ts';
import { noteCommand } from './staff/audit/note-command.ts';
import { StaffSessionStore } from './staff/session-store.ts';

/** The operator types this, because nothing brings the secrets back. */
const WORD = 'delete secrets';
/** The option of scripts in place of the word. */
const AGREED = '--delete-secrets';

/**
 * `npm run recover -- <name>`: creates a new set-up link for a member of staff whom nobody in the office can help, such
 * as the only administrator after the loss of the authenticator. `--lost-key` deletes the secrets that were sealed with
 * a lost key, after a word. Both need access to the machine and a stopped server, and leave an audit entry.
 */
async function main(): Promise<number> {
  const name = process.argv[2]?.trim().toLowerCase();
  if (name === undefined || name === '')
    return complain(
      'Usage: npm run recover -- <name of the member of staff>, or npm run recover -- --lost-key [--delete-secrets]',
      2,
    );
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

/**
 * Deletes the secrets that no available key opens, so that the server starts again. They can't be restored, and another data
 * folder than the server's has none of its keys: so it tells first what would be lost, and makes a key after the word only.
 */
async function giveUpLostKey(database: Database, dataFolder: string): Promise<number> {
  const given = process.env['FAIRLOT_SECRETS_KEY']?.trim() ?? '';
  const found = given === '' ? await existingKeysOfFolder(dataFolder, SECRETS_KEY_FILE) : readKeys(given);
  if (found === undefined) return complain('FAIRLOT_SECRETS_KEY is not a valid key.', 2);
  const isNone = found.length === 0;
  const path = join(dataFolder, SECRETS_KEY_FILE);
  const secrets = new Secrets(isNone ? [randomBytes(KEY_BYTES)] : found);
  process.stdout.write(
    `Keys: ${isNone ? `none: ${path} is missing` : `${secrets.keyIds.join(', ')} of ${given === '' ? path : 'FAIRLOT_SECRETS_KEY'}`}\n` +
      `No key opens ${textOf(await countUnopenable(database.kysely, secrets))}. They would be deleted for good. If you have the key, put it in its place instead.\n`,
  );
  if (process.argv[3] !== AGREED) {
    process.stdout.write(`Type "${WORD}" to delete them: `);
    if ((await typedLine()) !== WORD) return complain('\nNothing was deleted.', 1);
  }
  await noteCommand(database.pool, 'secrets/lost_key', 'all that no key opens');
  const keys = isNone ? await keysOfFolder(dataFolder) : found;
  const dropped = await dropUnopenable(database.kysely, new Secrets(keys));
  process.stdout.write(`Deleted: ${textOf(dropped)}.\n`);
  return 0;
}

function textOf({ users, staff, cards, keys }: Dropped): string {
  return `the authenticators of ${users} users and ${staff} members of staff, the numbers of ${cards} documents, and ${keys} keys of texts in the audit log`;
}

await runOffline(main);
