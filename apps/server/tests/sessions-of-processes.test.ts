import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { User } from '../src/features/auth/queries.ts';
import { SessionQueries } from '../src/features/auth/session-queries.ts';
import type { Session } from '../src/security/session.ts';
import { createTestDatabase } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';
import { type ProcessSessions, openSessions, userWithoutSessions } from './support/sessions.ts';

// Two processes with the sessions of one database: calls of trading go to the gateway, other ones to the house.

/** The least that the office can set. */
const IDLE_MS = HOUR_MS;
/** Time between two calls of a user who is active. */
const STEP_MS = 7 * MINUTE_MS;
const ORIGIN = { address: '192.0.2.1', agent: 'test' };

interface Process extends ProcessSessions {
  /** Sessions whose sockets it signed out. */
  readonly signedOut: Session[];
  readonly pool: LosingPool;
}

const testDatabase = await createTestDatabase();
let database: Database;
let clock: number;
let user: User;
let house: Process;
let gateway: Process;
let opened: { readonly token: string; readonly session: Session };

beforeAll(async () => {
  database = await testDatabase.open();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  user = await userWithoutSessions(database);
  clock = Date.now();
  [house, gateway] = [startProcess(), startProcess()];
  const session = await house.sessions.open(user, null, ORIGIN);
  if (session === undefined) throw new Error('refused');
  opened = session;
  for (const { sessions, signedOut } of [house, gateway])
    sessions.onEnded((isEnded) => isEnded(opened.session) && signedOut.push(opened.session));
});

function startProcess(): Process {
  const pool = new LosingPool(database.pool);
  return { ...openSessions(pool, { clock: () => clock, idleMs: () => IDLE_MS }), signedOut: [], pool };
}

/** Makes calls at a process for a time, each after its stored time of last use. */
async function callsFor(ms: number, { sessions }: Process): Promise<void> {
  for (const end = clock + ms; clock < end;) {
    clock += STEP_MS;
    expect(sessions.known(opened.token) ?? (await sessions.find(opened.token))).toEqual(opened.session);
    // A list waits for times that are being stored.
    await sessions.list(user.id);
  }
}

/** True for a call that a process answers for the user of the session. */
async function isSignedIn({ sessions }: Process): Promise<boolean> {
  return (sessions.known(opened.token) ?? (await sessions.find(opened.token))) !== undefined;
}

describe('a session that is used in another process alone', () => {
  it('is good in the process that opened it, although that saw no call for longer than the idle time', async () => {
    await callsFor(2 * IDLE_MS, gateway);
    // Memory alone can't tell, so the caller counts the query against the address.
    expect(house.sessions.known(opened.token)).toBeUndefined();
    expect(await house.sessions.find(opened.token)).toEqual(opened.session);
    expect(house.sessions.known(opened.token)).toEqual(opened.session);
    expect(house.reads()).toBe(1);
  });

  it('goes back and forth between the processes', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await callsFor(2 * IDLE_MS, gateway);
      await callsFor(2 * IDLE_MS, house);
    }
    expect(gateway.signedOut).toEqual([]);
    await house.sessions.tidy();
    expect(await isSignedIn(gateway)).toBe(true);
  });

  it('does not end while its row can’t be read', async () => {
    await callsFor(2 * IDLE_MS, gateway);
    house.pool.isAway = true;
    await expect(house.sessions.find(opened.token)).rejects.toThrow('the database is away');
    house.pool.isAway = false;
    expect(await house.sessions.find(opened.token)).toEqual(opened.session);
  });

  it('is over in all processes at its expiry, which costs no query', async () => {
    await callsFor(IDLE_MS, gateway);
    clock = opened.session.expiresAt;
    const reads = house.reads();
    expect([await isSignedIn(house), await isSignedIn(gateway)]).toEqual([false, false]);
    expect(house.reads()).toBe(reads);
  });
});

describe('a session that no process sees used', () => {
  it('is over in both, each call costs one query at most, and its end is told', async () => {
    await callsFor(IDLE_MS, gateway);
    clock += IDLE_MS;
    const reads = gateway.reads();
    for (let call = 1; call <= 5; call += 1) {
      expect(gateway.sessions.known(opened.token)).toBeUndefined();
      expect(await gateway.sessions.find(opened.token)).toBeUndefined();
      expect(gateway.reads()).toBe(reads + call);
    }
    expect(await isSignedIn(house)).toBe(false);
    await house.sessions.tidy();
    expect(house.told).toEqual([{ ids: [opened.session.id] }]);
    expect(house.signedOut).toEqual([opened.session]);
    for (const ended of house.told) gateway.sessions.endedElsewhere(ended);
    expect(gateway.signedOut).toEqual([opened.session]);
    expect([await isSignedIn(house), await isSignedIn(gateway)]).toEqual([false, false]);
  });

  it('is found over by a recheck, also after calls that were refused', async () => {
    await callsFor(IDLE_MS, gateway);
    clock += IDLE_MS;
    expect(await isSignedIn(gateway)).toBe(false);
    await house.sessions.tidy();
    await gateway.sessions.recheck();
    expect(gateway.signedOut).toEqual([opened.session]);
  });
});

it('a session whose end was not heard signs its sockets out when it is read again', async () => {
  await callsFor(IDLE_MS, gateway);
  await house.sessions.end(user.id, opened.session.id);
  clock += IDLE_MS;
  expect(await isSignedIn(gateway)).toBe(false);
  expect(gateway.signedOut).toEqual([opened.session]);
});

it('a time of last use that is stored late does not set back the one of another process', async () => {
  const queries = new SessionQueries(database.kysely);
  const [earlier, later] = [new Date(clock + 1), new Date(clock + 2)];
  await queries.seen(opened.session.id, later);
  await queries.seen(opened.session.id, earlier);
  const [record] = await house.sessions.list(user.id);
  expect(record?.lastSeenAt).toEqual(later);
});
