import { describe, expect, it } from 'vitest';
import type { Session } from '../../security/session.ts';
import type { SeenSession, SessionQueries } from './session-queries.ts';
import { SessionStore } from './session-store.ts';

const TOKEN = 'token';
const SESSION = { id: 7, account: 1, expiresAt: 1_000_000 } as Session;
const MOST_READS = 20;

/** A store whose reads take as long as `meanwhile`, which gets the store and the number of the read. */
function storeOf(meanwhile: (store: SessionStore, read: number) => Promise<void>): {
  readonly store: SessionStore;
  readonly reads: () => number;
} {
  let reads = 0;
  const rows = new Map<number, SeenSession>([[SESSION.id, { session: SESSION, seenAt: 0 }]]);
  const queries = {
    byHash: async () => {
      reads += 1;
      if (reads > MOST_READS) throw new Error('the look-up does not come to an end');
      const row = rows.get(SESSION.id);
      await meanwhile(store, reads);
      return row;
    },
    end: (_user: number, id: number) => Promise.resolve(rows.delete(id)),
    endAll: () => Promise.resolve(),
    seen: () => Promise.resolve(),
    endedAmong: (ids: readonly number[]) => Promise.resolve(ids),
  } as unknown as SessionQueries;
  const store: SessionStore = new SessionStore({
    queries,
    clock: () => 0,
    idleMs: () => 1_000_000,
    log: { error: () => undefined },
  });
  return { store, reads: () => reads };
}

describe('a look-up of a session', () => {
  it('ends while the sessions of others end all the time', async () => {
    const { store, reads } = storeOf((sessions, read) => sessions.endAll(100 + read));
    expect(await store.find(TOKEN)).toEqual(SESSION);
    expect(reads()).toBe(1);
    expect(store.known(TOKEN)).toEqual(SESSION);
  });

  it('finds nothing when the session ends while it is being read', async () => {
    const { store } = storeOf(async (sessions, read) => {
      if (read === 1) await sessions.end(SESSION.account, SESSION.id);
    });
    expect(await store.find(TOKEN)).toBeUndefined();
    expect(store.known(TOKEN)).toBeUndefined();
  });
});

describe('sessions that another process has ended', () => {
  it('are forgotten when it tells, with all that listen, and told to nobody else', async () => {
    const { store } = storeOf(() => Promise.resolve());
    const ended: boolean[] = [];
    store.onEnded((isEnded) => ended.push(isEnded(SESSION)));
    await store.find(TOKEN);
    store.endedElsewhere({ user: SESSION.account, except: SESSION.id });
    expect(store.known(TOKEN)).toEqual(SESSION);
    store.endedElsewhere({ user: SESSION.account });
    expect(store.known(TOKEN)).toBeUndefined();
    expect(ended).toEqual([false, true]);
  });

  it('are found by a look at the database when it could not be heard', async () => {
    const { store } = storeOf(() => Promise.resolve());
    await store.find(TOKEN);
    await store.recheck();
    expect(store.known(TOKEN)).toBeUndefined();
  });
});

it('lists sessions by their last use, also while that is still being stored', async () => {
  const clock = { time: 0 };
  const stored = { seenAt: 0 };
  const queries = {
    byHash: () => Promise.resolve({ session: SESSION, seenAt: stored.seenAt }),
    seen: async (_id: number, at: Date) => {
      await new Promise((resolve) => setImmediate(resolve));
      stored.seenAt = at.getTime();
    },
    ofUser: (_user: number, _now: Date, unusedSince: Date) =>
      Promise.resolve(stored.seenAt > unusedSince.getTime() ? [SESSION] : []),
  } as unknown as SessionQueries;
  const log = { error: () => undefined };
  const store = new SessionStore({ queries, clock: () => clock.time, idleMs: () => 900_000, log });
  await store.find(TOKEN);
  clock.time = 800_000;
  expect(store.known(TOKEN)).toEqual(SESSION);
  clock.time = 900_000;
  expect(await store.list(SESSION.account)).toEqual([SESSION]);
});
