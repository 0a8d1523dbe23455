import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { money } from '@fairlot/domain';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import { guard } from '../../../tools/src/testing/guard.ts';
import type { Database } from '../src/db/database.ts';
import { LeaseHeldError } from '../src/trading/leases/lease-term.ts';
import { JournalWriter } from '../src/trading/journal/journal-writer.ts';
import type { CommandDraft, HostOutcome } from '../src/trading/port.ts';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { createTestDatabase } from './support/database.ts';
import type { Report } from './support/lease-holder.ts';
import { buy, openAccount } from './support/test-host.ts';

const TTL_MS = 3000;
const RENEW_MS = 1000;
/** A lease that outlasts a test, also when the machine stands still: it passes on only when it is given up or shortened. */
const LONG_TTL_MS = 600_000;
/** A lease that the test waits out, longer than the machine stands still at most. */
const WAITED_TTL_MS = 12_000;
const CLIENTS = 8;
/** Time after which a client asks another process. */
const PATIENCE_MS = 300;
const WAIT = { timeout: 60_000, interval: 20 };

const program = await bundle('apps/server/tests/support/lease-holder.ts');
const testDatabase = await createTestDatabase();
let database: Database;
const running = new Set<Holder>();

beforeAll(async () => {
  database = await testDatabase.open();
});
afterEach(async () => {
  await Promise.all([...running].map((holder) => holder.kill()));
  // The next test need not wait for the end of a killed holder's lease.
  await database.pool.query('update lease_expiries set expires_at = clock_timestamp()');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** A process that stands by for shard 0. */
class Holder {
  /** The epoch under which it has the shard; undefined while it stands by. */
  epoch: number | undefined;
  readonly epochs: number[] = [];
  fatal: string | undefined;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: HostOutcome) => void>();
  #sent = 0;

  constructor(ttlMs = TTL_MS) {
    this.#child = fork(program, [testDatabase.url, String(ttlMs), String(RENEW_MS)], { serialization: 'advanced' });
    if (this.#child.pid !== undefined) guard().add('pid', this.#child.pid);
    this.#child.on('message', (report: Report) => this.#on(report));
    this.#child.on('error', () => undefined);
    this.#child.on('exit', () => {
      for (const answer of this.#waiting.values()) answer({ ok: false, reason: 'not_ready' });
      this.#waiting.clear();
    });
    running.add(this);
  }

  /** True while the process takes commands, as far as it has said. */
  get active(): boolean {
    return this.epoch !== undefined;
  }

  submit(draft: CommandDraft): Promise<HostOutcome> {
    if (!this.#child.connected) return Promise.resolve({ ok: false, reason: 'not_ready' });
    const id = (this.#sent += 1);
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      this.#child.send({ id, draft });
    });
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  handOver(): void {
    this.#child.send('handOver');
  }

  async kill(): Promise<void> {
    running.delete(this);
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    this.epoch = undefined;
  }

  async whenActive(): Promise<void> {
    await vi.waitUntil(() => this.active, WAIT);
  }

  #on(report: Report): void {
    if ('fatal' in report) this.fatal = report.fatal;
    else if ('outcome' in report) {
      this.#waiting.get(report.id)?.(report.outcome);
      this.#waiting.delete(report.id);
    } else {
      this.epoch = report.epoch;
      if (report.epoch !== undefined) this.epochs.push(report.epoch);
    }
  }
}

/** Clients that repeat each command under its key at every process until one answers it. */
class Load {
  readonly answers = new Map<string, HostOutcome>();
  readonly #holders: readonly Holder[];
  readonly #done: Promise<void[]>;
  #ending = false;

  constructor(holders: readonly Holder[], turn: string) {
    this.#holders = holders;
    this.#done = Promise.all(Array.from({ length: CLIENTS }, (_, index) => this.#trade(index + 1, turn)));
  }

  async end(): Promise<void> {
    this.#ending = true;
    await this.#done;
  }

  async #trade(account: number, name: string): Promise<void> {
    await this.#answered(openAccount(account));
    for (let turn = 0; !this.#ending; turn += 1) {
      const placed = await this.#answered(buy(account, `${name}-buy-${turn}`));
      const reference = turn;
      await this.#answered({ type: 'deposit', account, key: `${name}-in-${turn}`, amount: money('1'), reference });
      if (placed.ok && placed.order !== undefined)
        await this.#answered({ type: 'closePosition', account, key: `${name}-close-${turn}`, order: placed.order });
    }
  }

  async #answered(draft: CommandDraft): Promise<HostOutcome> {
    for (;;) {
      for (const holder of this.#holders) {
        // A process that stands still answers when it goes on.
        const limit = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE_MS));
        const outcome = await Promise.race([holder.submit(draft), limit]);
        if (outcome !== undefined && (outcome.ok || !['not_ready', 'overloaded'].includes(outcome.reason))) {
          this.answers.set(`${draft.account}:${draft.key}`, outcome);
          return outcome;
        }
      }
      await new Promise((next) => setTimeout(next, 10));
    }
  }
}

const progress = async (load: Load): Promise<void> => {
  const before = load.answers.size;
  await expect.poll(() => load.answers.size > before + CLIENTS, WAIT).toBe(true);
};
/**
 * Waits until a standby has the shard of a killed process with a long lease. The lease ends by itself, as late as a usual
 * one; a last renewal that was under way cannot prolong it.
 */
const takeover = (by: Holder): Promise<boolean> =>
  vi.waitUntil(async () => {
    await database.pool.query(
      `update lease_expiries set expires_at = least(expires_at, clock_timestamp() + $1 * interval '1 millisecond')`,
      [TTL_MS],
    );
    return by.active;
  }, WAIT);
const lastSeq = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ seq: bigint | null }>('select max(seq) as seq from journal');
  return Number(rows[0]?.seq ?? 0);
};

/** Every answer is in the journal as it was given, each key once, and the shard verifies. */
async function expectSound(load: Load): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; outcome: string }>(
    `select account || ':' || key as name, outcome from journal where key is not null`,
  );
  const journalled = new Map(rows.map(({ name, outcome }) => [name, outcome]));
  expect(journalled.size).toBe(rows.length);
  for (const [name, outcome] of load.answers)
    expect([name, journalled.get(name)]).toEqual([name, JSON.stringify(outcome)]);
  expect(await verifyShard(database.pool)).toMatchObject({ count: 0, shown: [] });
}

it('a standby takes over from a killed process, and nothing is lost or doubled', async () => {
  const first = new Holder(LONG_TTL_MS);
  await first.whenActive();
  const second = new Holder();
  const load = new Load([first, second], 'killed');
  await progress(load);
  expect(second.active).toBe(false);
  await first.kill();
  await takeover(second);
  await progress(load);
  await load.end();
  expect(second.epoch).toBeGreaterThan(first.epochs[0] ?? Infinity);
  await expectSound(load);
});

it('a process that stood still writes no row under its old epoch, and stands by', async () => {
  const stopped = new Holder();
  await stopped.whenActive();
  // The other one must not get the shard back when it goes on.
  const standby = new Holder(LONG_TTL_MS);
  const load = new Load([stopped, standby], 'stopped');
  await progress(load);
  stopped.signal('SIGSTOP');
  await standby.whenActive();
  await progress(load);
  await load.end();
  const before = await lastSeq();
  stopped.signal('SIGCONT');
  const late = stopped.submit(openAccount(CLIENTS + 1));
  await expect.poll(() => stopped.active, WAIT).toBe(false);
  expect(await late).toMatchObject({ ok: false, reason: 'not_ready' });
  expect([stopped.fatal, standby.active]).toEqual([undefined, true]);
  expect(await lastSeq()).toBe(before);
  await expectSound(load);
  // It is a standby like any other.
  await standby.kill();
  await takeover(stopped);
  expect(stopped.epochs).toHaveLength(2);
  // Its lease is short: after a stall it refuses until the next renewal.
  await expect.poll(() => stopped.submit(openAccount(CLIENTS + 2)), WAIT).toEqual({ ok: true });
});

it('hands a shard over at once, without a refusal but not_ready', async () => {
  const first = new Holder(LONG_TTL_MS);
  await first.whenActive();
  const second = new Holder(LONG_TTL_MS);
  const load = new Load([first, second], 'moved');
  await progress(load);
  first.handOver();
  await second.whenActive();
  await progress(load);
  await load.end();
  expect([...load.answers.values()].filter(({ ok }) => !ok)).toEqual([]);
  await expectSound(load);
});

it('a database that stands still ends no lease: the holder refuses meanwhile, and goes on under its epoch', async () => {
  const holder = new Holder(WAITED_TTL_MS);
  await holder.whenActive();
  const standby = new Holder();
  const { epoch } = holder;
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table lease_expiries in access exclusive mode');
    await expect.poll(async () => (await holder.submit(openAccount(CLIENTS + 3))).ok, WAIT).toBe(false);
  } finally {
    await client.query('commit');
    client.release();
  }
  await expect.poll(async () => (await holder.submit(openAccount(CLIENTS + 3))).ok, WAIT).toBe(true);
  expect([holder.epoch, standby.active]).toEqual([epoch, false]);
});

it('the session of a holder that stands still with the lock on its lease is ended', async () => {
  const stuck = await database.pool.connect();
  const standby = new Holder();
  await standby.whenActive();
  await standby.kill();
  await stuck.query(`set application_name = 'fairlot journal 0'`);
  await stuck.query('begin');
  await stuck.query('select 1 from lease where shard = 0 for update');
  const next = new Holder(LONG_TTL_MS);
  await next.whenActive();
  await expect(stuck.query('commit')).rejects.toThrow(/terminat|not queryable/i);
  stuck.release(true);
  const writer = await JournalWriter.open(database.connection);
  await expect(writer.takeLease(0, 'a third process', undefined, TTL_MS)).rejects.toThrow(LeaseHeldError);
  await writer.close();
});
