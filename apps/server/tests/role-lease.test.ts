import { Client, type QueryResult, type QueryResultRow } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RoleLease, readRoleLeases } from '../src/cluster/role-lease.ts';
import { newSessionsName } from '../src/db/process-sessions.ts';
import { OwnRoleSession, type RoleSession } from '../src/cluster/role-session.ts';
import type { Database } from '../src/db/database.ts';
import { createTestDatabase, silentLog } from './support/database.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const testDatabase = await createTestDatabase();
let database: Database;
let session: OwnRoleSession;

beforeAll(async () => {
  database = await testDatabase.open();
  session = new OwnRoleSession(database.connection);
});
afterAll(async () => {
  await session.stop();
  await database.close();
  await testDatabase.drop();
});

function leaseOf(
  holder: string,
  onLost: (reason: Error) => void = () => undefined,
  over: RoleSession = session,
  sessions = newSessionsName(holder),
): RoleLease {
  return new RoleLease({ session: over, role: 'market', holder, sessions, log: silentLog, onLost });
}

/** The session of a process: it sends nothing while the process stands still, and counts what is sent. */
class ProcessSession implements RoleSession {
  sent = 0;
  #standsStill: Promise<void> | undefined;
  #goOn: (() => void) | undefined;

  standStill(): void {
    this.#standsStill = new Promise((done) => {
      this.#goOn = done;
    });
  }

  goOn(): void {
    this.#goOn?.();
  }

  async query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<Row>> {
    await this.#standsStill;
    this.sent += 1;
    return session.query<Row>(text, values);
  }
}

function fail(error: Error): never {
  throw error;
}

/** Sets the end of the lease, seconds from now by the database's clock. */
const endIn = (seconds: number): Promise<unknown> =>
  database.pool.query(`update role_leases set expires_at = clock_timestamp() + $1 * interval '1 second'`, [seconds]);

const holders = async (): Promise<unknown> =>
  (await readRoleLeases(database.pool)).map(({ holder, epoch }) => [holder, epoch]);

it('passes to a standby when its holder stands still, and the holder learns of it', async () => {
  const lost: string[] = [];
  const [holding, other] = [new ProcessSession(), new ProcessSession()];
  const first = leaseOf('first', ({ message }) => lost.push(message), holding);
  await first.take();
  await expect.poll(() => first.isCurrent).toBe(true);
  expect([first.epoch, await holders()]).toEqual([1, [['first', 1]]]);
  // Otherwise a renewal could come between the end of the lease and the next look of the second one.
  holding.standStill();
  await endIn(3600);
  const second = leaseOf('second', undefined, other);
  const taken = vi.fn<() => void>();
  const taking = second.take().then(taken);
  await vi.waitUntil(() => other.sent >= 3, WAIT);
  expect(taken).not.toHaveBeenCalled();
  // As if the first one had stood still for the time to live.
  await endIn(-1);
  await taking;
  await expect.poll(() => second.isCurrent).toBe(true);
  expect([second.epoch, await holders()]).toEqual([2, [['second', 2]]]);
  holding.goOn();
  await vi.waitFor(() => expect(lost).toEqual(['another process is the market']), WAIT);
  await first.stop();
  expect(await holders()).toEqual([['second', 2]]);
  await second.stop();
  expect(second.isCurrent).toBe(false);
  // A lease that was given up is free at once.
  const third = leaseOf('third');
  await third.take();
  expect(third.epoch).toBe(3);
  await third.stop();
});

it('ends what the former holder began before it counts as taken, and leaves a later start of it alone', async () => {
  const holding = new ProcessSession();
  const [sessions, later] = [newSessionsName('the first'), newSessionsName('the first')];
  const first = leaseOf('the first', undefined, holding, sessions);
  await first.take();
  const [former, other] = [sessions, later].map((name) => {
    const client = new Client({ ...database.connection, application_name: name });
    client.on('error', () => undefined);
    return client;
  }) as [Client, Client];
  await Promise.all([former.connect(), other.connect()]);
  await former.query('begin');
  await former.query(`insert into processes (name, roles, version, prefers, started_at, seen_at, state)
    values ('late', '{}', '1', '{}', now(), now(), '{}')`);
  const ended = new Promise<void>((done) => former.once('end', done));
  holding.standStill();
  await endIn(-1);
  const second = leaseOf('second');
  await second.take();
  await ended;
  await expect(former.query('commit')).rejects.toThrow('not queryable');
  expect((await other.query('select from processes')).rowCount).toBe(0);
  await other.end();
  await second.stop();
  holding.goOn();
  await first.stop();
});

it('is not taken by a process that could not do the work', async () => {
  let isAble = false;
  const able = vi.fn<() => boolean>(() => isAble);
  const lease = new RoleLease({
    session,
    role: 'market',
    holder: 'cut off',
    sessions: newSessionsName('cut off'),
    log: silentLog,
    mayTake: able,
    onLost: fail,
  });
  const taken = vi.fn<() => void>();
  const taking = lease.take().then(taken);
  await vi.waitUntil(() => able.mock.calls.length >= 3, WAIT);
  expect([taken.mock.calls, lease.isCurrent]).toEqual([[], false]);
  isAble = true;
  await taking;
  expect(await holders()).toEqual([['cut off', lease.epoch]]);
  await lease.stop();
});

it('is left to a standby, and its process ends, when it is given up', async () => {
  const lost: string[] = [];
  const first = leaseOf('given up', ({ message }) => lost.push(message));
  await first.take();
  await endIn(3600);
  await first.giveUp('cut off from the bus');
  expect([lost, first.isCurrent]).toEqual([['cut off from the bus'], false]);
  const second = leaseOf('next');
  await second.take();
  await second.stop();
});

it('ends to stand by when it is aborted', async () => {
  const holder = leaseOf('holder');
  await holder.take();
  // A lease that ended in a stall would be taken before the abort.
  await endIn(3600);
  const aborted = new AbortController();
  const standby = leaseOf('standby').take(aborted.signal);
  aborted.abort(new Error('stopped'));
  await expect(standby).rejects.toThrow('stopped');
  await holder.stop();
});

it('is renewed while all sessions of the pool are busy for longer than it lasts', async () => {
  const lost = vi.fn<() => void>();
  const holder = leaseOf('busy', lost);
  await holder.take();
  const observer = new Client(database.connection);
  await observer.connect();
  const busy = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  const { rows } = await observer.query<{ late: Date }>(`select clock_timestamp() + interval '7 seconds' as late`);
  const isRenewed = async (): Promise<boolean> => {
    const found = await observer.query(`select from role_leases where epoch = $1 and expires_at > $2`, [
      holder.epoch,
      rows[0]?.late,
    ]);
    return found.rowCount === 1;
  };
  try {
    // The end is 7 seconds from now, so the lease was renewed when the pool had been busy for longer than it lasts.
    await vi.waitFor(async () => expect(await isRenewed()).toBe(true), WAIT);
    expect(lost).not.toHaveBeenCalled();
  } finally {
    for (const client of busy) client.release();
    await observer.end();
    await holder.stop();
  }
});

it('is renewed over another session when its own one has ended', async () => {
  const holder = leaseOf('cut');
  await holder.take();
  const { rows: before } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'fairlot roles' and datname = current_database()`,
  );
  expect(before).toHaveLength(1);
  await database.pool.query('select pg_terminate_backend($1)', [before[0]?.pid]);
  const { rows } = await database.pool.query<{ end: Date }>('select expires_at as end from role_leases');
  await vi.waitFor(async () => {
    const [lease] = await readRoleLeases(database.pool);
    expect(lease?.epoch).toBe(holder.epoch);
    expect(lease?.endsAt.getTime()).toBeGreaterThan(rows[0]?.end.getTime() ?? Infinity);
  }, WAIT);
  await holder.stop();
});
