import { openDatabase } from '../../src/db/database.ts';
import { guard } from '../../../../tools/src/testing/guard.ts';

// Opens the database of a folder (first argument, or FAIRLOT_DATA_DIR), reports it, and runs until it is killed. With
// `guarded` as the second argument the guard of the tests removes the folder.
const [folder = process.env['FAIRLOT_DATA_DIR'] ?? '', care] = process.argv.slice(2);
if (care === 'guarded') guard().add('folder', folder);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
await database.pool.query('create table if not exists kept (n integer)');
await database.pool.query('insert into kept values (1)');
process.stdout.write('open\n');
setInterval(() => undefined, 60_000);
