import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { User } from '../src/features/auth/queries.ts';
import type { EndedSessions } from '../src/features/auth/session-memory.ts';
import type { SessionStore } from '../src/features/auth/session-store.ts';
import type { Session } from '../src/security/session.ts';
import { createTestDatabase } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';
import { openSessions, userWithoutSessions } from './support/sessions.ts';

const MOST_OPEN = 20;
const IDLE_MS = 1000;
const ORIGIN = { address: '192.0.2.1', agent: 'test' };

const testDatabase = await createTestDatabase();
let database: Database;
let losing: LosingPool;
let clock: number;
let user: User;
let store: SessionStore;
/** Sessions that listeners, such as the sockets, were told to end, and those that other processes were. */
let ended: Session[];
let told: EndedSessions[];

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
  ended = [];
  losing = new LosingPool(database.pool, (text) => text.startsWith('update "sessions" set "ended_at"'));
  ({ sessions: store, told } = openSessions(losing, { clock: () => clock, idleMs: () => IDLE_MS }));
});

async function open(): Promise<{ readonly token: string; readonly session: Session }> {
  clock += 1;
  const opened = await store.open(user, null, ORIGIN);
  if (opened === undefined) throw new Error('refused');
  store.onEnded((isEnded) => isEnded(opened.session) && ended.push(opened.session));
  return opened;
}

it('a session beyond the most of a user ends everywhere when the answer of its end was lost', async () => {
  const first = await open();
  const second = await open();
  for (let count = 2; count < MOST_OPEN; count += 1) await open();
  losing.loseNext();
  await expect(open()).rejects.toThrow('the connection was lost');
  expect(store.known(first.token)).toBeUndefined();
  expect(ended).toEqual([first.session]);
  expect(told).toEqual([{ ids: [first.session.id] }]);
  expect(store.known(second.token)).toEqual(second.session);
});

it('an unused session ends everywhere when the answer of its end was lost', async () => {
  const unused = await open();
  clock += IDLE_MS;
  const used = await open();
  losing.loseNext();
  await expect(store.tidy()).rejects.toThrow('the connection was lost');
  expect(ended).toEqual([unused.session]);
  expect(told).toEqual([{ ids: [unused.session.id] }]);
  expect(store.known(used.token)).toEqual(used.session);
});
