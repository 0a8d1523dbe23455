import { resolve } from 'node:path';
import { openDatabase } from './db/database.ts';
import { DatabaseInUseError } from './db/lock.ts';
import { StaffQueries } from './features/office/staff/queries.ts';
import { StaffSessionStore } from './features/office/staff/session-store.ts';
import { SetUp } from './features/office/staff/set-up.ts';
import { Team } from './features/office/staff/team.ts';
import { AuditLog } from './platform/audit/audit-log.ts';
import { wallClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { Passwords } from './platform/passwords.ts';

/**
 * `npm run recover -- <name>`: a new set-up link for a member of staff whom nobody in the office can help, such as the only
 * administrator after the loss of the authenticator. It needs the machine and a stopped server, and leaves an audit entry.
 */
async function main(): Promise<number> {
  const name = process.argv[2]?.trim().toLowerCase();
  if (name === undefined || name === '') return complain('Whom? npm run recover -- <name of the member of staff>', 2);
  const database = await openDatabase({
    dataFolder: resolve(process.env['FAIRLOT_DATA_DIR'] ?? './data'), databaseUrl: process.env['DATABASE_URL'],
    log: { info: () => undefined, warn: (line) => complain(line, 1), error: (line) => complain(line, 1) },
  });
  try {
    const queries = new StaffQueries(database.kysely);
    const sessions = new StaffSessionStore(database.kysely, wallClock);
    const setUp = new SetUp(queries, new Passwords(), wallClock);
    const staff = await queries.byName(name);
    if (staff === undefined) return complain(`There is nobody called ${JSON.stringify(name)}.`, 1);
    const audit = new AuditLog(database.pool, wallClock, createLog('silent'));
    await audit.append({
      phase: 'event', of: null, staffId: null, staffName: 'command line', address: '', action: 'staff/recover', subject: `staff ${name}`, userId: null, input: '{}', outcome: 'ok',
    });
    const link = await new Team({ queries, sessions, setUp, clock: wallClock }).recover(Number(staff.id));
    process.stdout.write(`Password and second factor of ${name} are gone. Start the server and open /office/#/setup?token=${link.token} before ${link.expiresAt.toISOString()}.\n`);
    return 0;
  } finally {
    await database.close();
  }
}

function complain(line: string, code: number): number {
  process.stderr.write(`${line}\n`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  const running = error instanceof DatabaseInUseError;
  process.exitCode = complain(running ? 'Stop the server first: it is using this database.' : String(error), running ? 3 : 1);
}
