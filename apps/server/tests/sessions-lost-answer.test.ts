import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { Tables } from '../src/db/tables/index.ts';
import type { User } from '../src/features/auth/queries.ts';
import type { EndedSessions } from '../src/features/auth/session-memory.ts';
import { SessionQueries } from '../src/features/auth/session-queries.ts';
import { SessionStore } from '../src/features/auth/session-store.ts';
import type { Session } from '../src/security/session.ts';
import { createTestDatabase } from './support/database.ts';
import { LosingPool } from './support/losing-pool.ts';

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
  const { id } = await database.kysely
    .insertInto('users')
    .values({ kind: 'demo', email: null, invite_code: 'u', demo_hash: Buffer.from('u') })
    .onConflict((conflict) => conflict.column('invite_code').doUpdateSet({ kind: 'demo' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.pool.query('delete from sessions');
  user = { id: Number(id), kind: 'demo' } as User;
  clock = Date.now();
  ended = [];
  told = [];
  losing = new LosingPool(database.pool, (text) => text.startsWith('update "sessions" set "ended_at"'));
  store = new SessionStore({
    queries: new SessionQueries(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: losing.pool }) })),
    clock: () => clock,
    idleMs: () => IDLE_MS,
    log: { error: () => undefined },
    ended: (sessions) => told.push(sessions),
  });
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
