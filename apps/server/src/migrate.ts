import { databaseOfEnvironment } from './config-services.ts';
import { openDatabase } from './db/database.ts';
import { complain, runOffline } from './db/offline-command.ts';
import { existingDatabase } from './db/place.ts';

/**
 * `npm run migrate`: migrates the database as its owner and gives the server's role its rights, while the server is
 * stopped. With it the server itself needs no way in as the owner. Exit code 0 when it is done, 1 when not, 2 without an
 * owner, 3 when a server uses the database.
 */
async function main(): Promise<number> {
  const urls = databaseOfEnvironment(process.env);
  if (urls.databaseUrl !== undefined && urls.ownerUrl === undefined)
    return complain('FAIRLOT_DATABASE_OWNER_URL is missing: it names the owner of the tables.', 2);
  say(`Database: ${existingDatabase(process.env).text}`);
  const log = { info: say, warn: (line: string) => complain(line, 1), error: (line: string) => complain(line, 1) };
  const database = await openDatabase({ ...urls, role: 'owner', log });
  await database.close();
  say('The database is migrated, and its roles are parted.');
  return 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runOffline(main);
