import { asLots, asPrice, money, rate } from '@fairlot/domain';
import { describe, expect, it, vi } from 'vitest';
import type { Copy, LeaderDeed } from './model.ts';
import type { BegunDeed, CommandAnswer, CopyPort, CopySituation } from './port.ts';
import { CopyRun } from './run.ts';

const LEADER = 1;
/** The copier's account is the number of the copy; even ones are on shard 0, odd ones on shard 1. */
const [AT_HOME, AWAY] = [10, 11];

function deedOf(seq: number): LeaderDeed {
  const change = { type: 'close', lots: asLots(1n), before: asLots(1n), price: asPrice(1n) } as const;
  return { shard: 0, seq, index: 0, leader: LEADER, order: 5, instrument: 1, side: 'buy', time: seq, change };
}

function situationOf(id: number): CopySituation {
  const terms = { allocation: money('1'), multiple: rate('1'), maxSlippage: rate('1'), instruments: new Map() };
  const copy: Copy = { id, leader: LEADER, copier: id, state: 'active', terms, since: 0 };
  const followed = { state: 'open', order: 100 + id, lots: asLots(1n) } as const;
  return { copy, situation: { followed, margin: money('0'), lots: asLots(0n), market: undefined } };
}

/** A store in memory, and two shards of which one can be away. */
class TwoShards implements CopyPort {
  /** Transactions, in their order. */
  readonly done: string[] = [];
  isAway = true;
  /** The answer of a shard that is away; undefined for one that tells no positions. */
  answer: CommandAnswer | undefined;
  readonly #begun = new Map<number, BegunDeed>();

  begin(deeds: readonly LeaderDeed[]): Promise<readonly BegunDeed[]> {
    const copies = [AWAY, AT_HOME].map((id) => ({ id, copier: id }));
    for (const deed of deeds) this.#begun.set(deed.seq, { number: deed.seq, deed, copies, repeated: false });
    return Promise.resolve(deeds.map(({ seq }) => this.#begun.get(seq)!));
  }

  situation(copy: number): Promise<CopySituation | undefined> {
    return Promise.resolve(copy === AWAY && this.isAway && this.answer === undefined ? undefined : situationOf(copy));
  }

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  submit({ account }: { readonly account: number }): Promise<CommandAnswer> {
    if (account === AWAY && this.isAway && this.answer !== undefined) return Promise.resolve(this.answer);
    return Promise.resolve({ ok: true, order: 100 + account, lots: asLots(1n), time: 0 });
  }

  record(results: readonly { readonly deed: number; readonly copy: number }[]): Promise<void> {
    for (const { deed, copy } of results) this.done.push(`${deed} in ${copy}`);
    return Promise.resolve();
  }

  advance(_: number, seq: number, deeds: readonly number[]): Promise<void> {
    this.done.push(`through ${seq} with ${deeds.join(',')}`);
    return Promise.resolve();
  }

  finish(deeds: readonly number[]): Promise<void> {
    this.done.push(`finished ${deeds.join(',')}`);
    return Promise.resolve();
  }

  ended(copy: number): Promise<void> {
    this.done.push(`ended ${copy}`);
    return Promise.resolve();
  }

  shardOf(copier: number): number | undefined {
    return copier % 2;
  }

  pause(): Promise<void> {
    return new Promise((done) => {
      setTimeout(done, 1);
    });
  }
}

describe('a copier whose shard is away', () => {
  it.each([
    ['tells no positions', undefined],
    ['may have done a command', { ok: false, reason: 'not_ready' }],
    ['is overloaded for long', { ok: false, reason: 'overloaded' }],
  ] as const)('keeps no other copier waiting when its shard %s', async (_, answer) => {
    const port = new TwoShards();
    port.answer = answer;
    const run = new CopyRun(port);
    await run.follow(0, [deedOf(1), deedOf(2)], 2);
    expect(port.done).toEqual([`1 in ${AT_HOME}`, `2 in ${AT_HOME}`, 'through 2 with ']);
    await run.settleLeft(1);
    expect(port.done).toHaveLength(3);
    port.isAway = false;
    await run.follow(0, [deedOf(3)], 3);
    await run.settleLeft(1);
    expect(port.done.slice(3)).toEqual([
      `3 in ${AT_HOME}`,
      'through 3 with ',
      ...[1, 2, 3].flatMap((deed) => [`${deed} in ${AWAY}`, `finished ${deed}`]),
    ]);
    expect(run.left).toBe(0);
    await run.follow(0, [deedOf(4)], 4);
    expect(port.done.slice(-3).toSorted()).toEqual([`4 in ${AT_HOME}`, `4 in ${AWAY}`, 'through 4 with 4']);
  });

  it('does not end before it has done what was left', async () => {
    const port = new TwoShards();
    const run = new CopyRun(port);
    await run.follow(0, [deedOf(1)], 1);
    const ending = { id: AWAY, copier: AWAY, positions: [], time: 0 };
    expect(await run.end(ending)).toBe(false);
    port.isAway = false;
    await run.settleLeft(1);
    expect(await run.end(ending)).toBe(true);
    expect(port.done.at(-1)).toBe(`ended ${AWAY}`);
  });

  it.each([
    ['not_ready', 1],
    // An attempt before these may have been done.
    ['overloaded', 6],
  ] as const)('gets the same command again after %s', async (reason, attempts) => {
    const port = new TwoShards();
    port.answer = { ok: false, reason };
    const submit = vi.spyOn(port, 'submit');
    const run = new CopyRun(port);
    await run.follow(0, [deedOf(1)], 1);
    // By other figures the copy would decide on nothing, and a command that has happened would have no result.
    vi.spyOn(port, 'situation').mockResolvedValue(undefined);
    port.isAway = false;
    await run.settleLeft(1);
    const commands = submit.mock.calls.filter(([{ account }]) => account === AWAY);
    expect(commands).toHaveLength(attempts + 1);
    expect(commands.at(-1)).toEqual(commands[0]);
    expect(run.left).toBe(0);
  });

  it('does not wait for another shard that does not answer', async () => {
    const port = new TwoShards();
    const asked = vi.spyOn(port, 'situation').mockResolvedValue(undefined);
    const run = new CopyRun(port);
    await run.follow(0, [deedOf(1)], 1);
    let giveUp: (() => void) | undefined;
    const silence = new Promise<undefined>((done) => (giveUp = () => done(undefined)));
    asked.mockImplementation((copy) => (copy === AWAY ? silence : Promise.resolve(undefined)));
    const attempts = [0, 1].map((shard) => run.settleLeft(shard));
    await port.pause();
    asked.mockImplementation((copy) => (copy === AWAY ? silence : Promise.resolve(situationOf(copy))));
    attempts.push(run.settleLeft(0));
    await expect.poll(() => port.done).toContain(`1 in ${AT_HOME}`);
    giveUp?.();
    await Promise.all(attempts);
    expect(run.left).toBe(1);
  });

  it('is settled when its account is retired before its turn', async () => {
    const port = new TwoShards();
    const run = new CopyRun(port);
    await run.follow(0, [deedOf(1)], 1);
    vi.spyOn(port, 'shardOf').mockReturnValue(undefined);
    port.isAway = false;
    await run.settleLeft(1);
    expect(run.left).toBe(0);
  });

  it('keeps later deeds waiting too when as much is left as may be in memory', async () => {
    const port = new TwoShards();
    const run = new CopyRun(port, { mostLeft: 2 });
    await run.follow(0, [deedOf(1), deedOf(2)], 2);
    let followed = false;
    const following = run.follow(0, [deedOf(3)], 3).then(() => (followed = true));
    for (let count = 0; count < 5; count += 1) await port.pause();
    expect([run.left, followed]).toEqual([2, false]);
    port.isAway = false;
    await run.settleLeft(1);
    await following;
  });

  it('keeps the others waiting when more is left than may be in memory', async () => {
    const port = new TwoShards();
    const run = new CopyRun(port, { mostLeft: 2, inFlight: 1 });
    let followed = false;
    const following = run.follow(0, [deedOf(1), deedOf(2), deedOf(3)], 3).then(() => (followed = true));
    await expect.poll(() => run.left).toBe(2);
    await port.pause();
    expect(followed).toBe(false);
    port.isAway = false;
    await run.settleLeft(1);
    await following;
    expect(port.done.at(-1)).toContain('through 3');
  });
});
