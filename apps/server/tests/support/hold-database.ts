import { openDatabase } from '../../src/db/database.ts';

// A process that opens the database of a folder, says so, and lives until it is killed.
const [folder = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = await openDatabase({ dataFolder: folder, log });
await database.pool.query('create table if not exists kept (n integer)');
await database.pool.query('insert into kept values (1)');
process.stdout.write('open\n');
setInterval(() => undefined, 60_000);
