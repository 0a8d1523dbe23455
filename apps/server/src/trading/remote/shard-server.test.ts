import { money } from '@fairlot/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from '../../bus/bus.ts';
import { LocalBus } from '../../bus/local-bus.ts';
import { subjectsOf } from '../../bus/subjects.ts';
import { pause } from '../../platform/pause.ts';
import { type CommandDraft, type HostOutcome, REFUSED_NOT_READY, type TradingShard } from '../port.ts';
import { readAnswer, readRows, writeCommand } from './messages.ts';
import { ShardServer } from './shard-server.ts';

const subjects = subjectsOf('test');
/** The time for which callers wait for an answer. */
const ANSWER_MS = 2000;
/** Longer than two heads are apart. */
const HEAD_MS = 600;
const DEPOSIT: CommandDraft = { type: 'deposit', account: 1, key: 'in', amount: money('5'), reference: 1 };

/** A holder of the shard with a bus of its own, as seen by processes that hear all of them. */
class Holder {
  readonly bus = new LocalBus();
  readonly lease: { epoch: number; isCurrent: boolean };
  readonly commands: unknown[] = [];
  /** The last row of the journal. */
  lastRow = 7;
  readonly server: ShardServer;

  constructor(epoch: number, isCurrent: boolean, outcome: () => Promise<HostOutcome>) {
    this.lease = { epoch, isCurrent };
    const host = {
      onCommitted: () => () => undefined,
      onRollback: () => () => undefined,
      submit: (draft: unknown) => {
        this.commands.push(draft);
        return outcome();
      },
    } as unknown as TradingShard;
    const reads = { lastRow: () => Promise.resolve(this.lastRow) } as never;
    this.server = new ShardServer({ bus: this.bus, subjects, shard: 0, host, lease: this.lease, reads });
  }

  ask(draft: Parameters<typeof writeCommand>[0] = DEPOSIT): Promise<HostOutcome | 'no answer'> {
    return this.bus.request(subjects('shard', 0, 'commands'), writeCommand(draft), ANSWER_MS).then(
      (data) => readAnswer(data).outcome,
      () => 'no answer' as const,
    );
  }

  /** The row that the answer to a command names. */
  async seqOf(draft: Parameters<typeof writeCommand>[0]): Promise<number> {
    return readAnswer(await this.bus.request(subjects('shard', 0, 'commands'), writeCommand(draft), ANSWER_MS)).seq;
  }
}

const holders = new Set<Holder>();
const notReady = (): Promise<HostOutcome> => Promise.resolve(REFUSED_NOT_READY);
const done = (): Promise<HostOutcome> => Promise.resolve({ ok: true });
const doneLater = async (): Promise<HostOutcome> => {
  await pause(100);
  return { ok: true };
};

async function start(epoch: number, isCurrent: boolean, outcome: () => Promise<HostOutcome>): Promise<Holder> {
  const holder = new Holder(epoch, isCurrent, outcome);
  holders.add(holder);
  await holder.server.start();
  return holder;
}

/** The epochs of the heads that come over a bus. */
function heads(bus: Bus): number[] {
  const found: number[] = [];
  bus.subscribe(subjects('shard', 0, 'rows'), (data) => found.push(readRows(data).epoch), {
    onDropped: () => undefined,
  });
  return found;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await Promise.all([...holders].map(({ server }) => server.stop()));
  holders.clear();
  vi.useRealTimers();
});

it('leaves the answer to the next holder while the lease may have ended', async () => {
  const deposed = await start(1, false, notReady);
  const next = await start(2, true, doneLater);
  const first = Promise.race([deposed.ask(), next.ask()]);
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await first).toEqual({ ok: true });
  expect(deposed.commands).toEqual([]);
});

it('keeps no command without a key until the lease is renewed, because a later one could come first', async () => {
  const holder = await start(1, false, done);
  const answer = holder.ask({ type: 'setDealing', instrument: 1, mode: 'halted', staff: 1, memo: 'news' });
  await vi.advanceTimersByTimeAsync(10);
  holder.lease.isCurrent = true;
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect([await answer, holder.commands]).toEqual(['no answer', []]);
});

it('tells no head while the lease may have ended', async () => {
  const holder = await start(1, true, done);
  const found = heads(holder.bus);
  await vi.advanceTimersByTimeAsync(HEAD_MS);
  expect(found).toEqual([1]);
  holder.lease.isCurrent = false;
  await vi.advanceTimersByTimeAsync(10 * HEAD_MS);
  expect(found).toEqual([1]);
  holder.lease.isCurrent = true;
  await vi.advanceTimersByTimeAsync(HEAD_MS);
  expect(found).toEqual([1, 1]);
});

it('answers at once while it recovers under a current lease', async () => {
  const holder = await start(1, true, notReady);
  expect(await holder.ask()).toEqual(REFUSED_NOT_READY);
});

it('carries out a command that has waited until the lease was renewed', async () => {
  const holder = await start(1, false, done);
  const answer = holder.ask();
  await vi.advanceTimersByTimeAsync(1000);
  expect(holder.commands).toEqual([]);
  holder.lease.isCurrent = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toEqual({ ok: true });
});

it('carries out nothing whose caller has given up, or after its end', async () => {
  const holder = await start(1, false, done);
  const late = holder.ask();
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await late).toBe('no answer');
  const stopped = holder.ask();
  await holder.server.stop();
  // The process has the lease again, under a later epoch.
  holder.lease.isCurrent = true;
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect([await stopped, holder.commands]).toEqual(['no answer', []]);
});

it('names rows that are committed after its end, each in the answer to its command', async () => {
  const answers: ((outcome: HostOutcome) => void)[] = [];
  const holder = await start(1, true, () => new Promise((answer) => answers.push(answer)));
  const first = holder.seqOf({ ...DEPOSIT, key: 'first' });
  const second = holder.seqOf({ ...DEPOSIT, key: 'second' });
  await vi.advanceTimersByTimeAsync(10);
  // A hand-over: the host commits the rest in two batches.
  await holder.server.stop();
  holder.lastRow = 11;
  answers[0]?.({ ok: true });
  expect(await first).toBe(11);
  holder.lastRow = 12;
  answers[1]?.({ ok: true });
  expect(await second).toBe(12);
});

it('refuses a command of a newer version for now, which the engine could not decide', async () => {
  const holder = await start(1, true, done);
  for (const type of ['future', 'trigger', 'toString']) {
    const outcome = await holder.ask({ ...DEPOSIT, type } as unknown as CommandDraft);
    expect([type, outcome]).toEqual([type, REFUSED_NOT_READY]);
  }
  expect(holder.commands).toEqual([]);
});
