import type { AccountKind, TradingRules } from '@fairlot/engine';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RoutedShard } from '../../trading/account-places.ts';
import type { HostOutcome } from '../../trading/port.ts';
import { ShardRouter } from '../../trading/shard-router.ts';
import { rulesOf } from '../rules.ts';
import { defineAll } from './define-all.ts';

const STORED = { stop_out_ratio: 50 } as Parameters<typeof rulesOf>[0];
const FORMER = rulesOf({ ...STORED, stop_out_ratio: 60 });
const LAST_USER = 7;
const GOLD = { id: 1, code: 'GOLD', leverages: [], swap: {}, conversion: null };

/** A shard that carries out what it is told. */
class Shard {
  ready = true;
  rules: TradingRules | undefined = FORMER;
  readonly restricted = new Map<number, string>();
  readonly opened: number[] = [];

  onCommitted(): () => void {
    return () => undefined;
  }

  submit(draft: Record<string, unknown>): Promise<HostOutcome> {
    if (draft['type'] === 'setRules') this.rules = draft['rules'] as TradingRules;
    if (draft['type'] === 'setDealing') this.restricted.set(draft['instrument'] as number, draft['mode'] as string);
    if (draft['type'] === 'openAccount') this.opened.push(draft['account'] as number);
    return Promise.resolve({ ok: true });
  }
}

const KINDS: readonly AccountKind[] = ['real', 'demo', 'real'];
let shards: [Shard, Shard, Shard];
let trading: ShardRouter;
let isOver: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  shards = [new Shard(), new Shard(), new Shard()];
  trading = new ShardRouter(
    shards.map((host, number) => ({ number, kind: KINDS[number], takesNew: true, host }) as unknown as RoutedShard),
  );
  isOver = false;
});
afterEach(() => vi.useRealTimers());

const query = (text: string): Promise<object> =>
  Promise.resolve({ rows: text.includes('users') ? [{ last: BigInt(LAST_USER) }] : [] });

async function define(): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined };
  const lifecycle = { isStopping: false, requireGoingOn: () => undefined };
  await defineAll(
    { log, lifecycle } as unknown as Parameters<typeof defineAll>[0],
    {
      trading,
      pool: { query },
      market: { instruments: () => [GOLD], now: () => 0 },
      settings: { values: () => STORED },
      announcedSwaps: { applyTo: (terms: unknown) => terms },
    } as unknown as Parameters<typeof defineAll>[1],
  );
  isOver = true;
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const halts = (): readonly unknown[] => shards.map(({ restricted }) => restricted.get(GOLD.id));
const open = (account: number, kind: AccountKind): Promise<HostOutcome> =>
  trading.submit({ type: 'openAccount', account, kind, key: 'open' });

it('gives all the halts of the first shard at once when all take commands', async () => {
  shards[0].restricted.set(GOLD.id, 'halted');
  void define();
  await wait(1);
  expect([isOver, trading.late.size, halts()]).toEqual([true, 0, ['halted', 'halted', 'halted']]);
  expect(shards.map(({ rules }) => rules?.stopOutPercent)).toEqual([50, 50, 50]);
});

it('waits five seconds for a shard that is away, and takes no halts from it', async () => {
  shards[0].ready = false;
  shards[2].restricted.set(GOLD.id, 'closeOnly');
  void define();
  await wait(4_500);
  expect([isOver, trading.ready, halts()]).toEqual([false, true, [undefined, 'closeOnly', 'closeOnly']]);
  await wait(1_000);
  expect([isOver, trading.rules, trading.restricted]).toEqual([true, shards[2].rules, shards[2].restricted]);
  // A halt reaches the others; rules would be refused by the shard that is away.
  const refused = { ok: false, reason: 'not_ready' };
  expect(await trading.submit({ type: 'setDealing', instrument: 1, mode: 'halted', staff: 1, memo: '' })).toEqual(
    refused,
  );
  expect(halts()).toEqual([undefined, 'halted', 'halted']);
  expect(await trading.submit({ type: 'setRules', rules: FORMER })).toEqual(refused);
  expect(shards.map(({ rules }) => rules?.stopOutPercent)).toEqual([60, 50, 50]);
});

it('opens no account that may be on a shard that is away', async () => {
  shards[0].ready = false;
  void define();
  await wait(6_000);
  expect(await open(LAST_USER, 'real')).toEqual({ ok: false, reason: 'not_ready' });
  expect(await open(LAST_USER, 'demo')).toEqual({ ok: true });
  for (const account of [8, 9]) expect(await open(account, 'real')).toEqual({ ok: true });
  expect(shards.map(({ opened }) => opened)).toEqual([[], [LAST_USER], [8, 9]]);
});

it('opens no account of a kind whose only shard is away', async () => {
  shards[1].ready = false;
  void define();
  await wait(6_000);
  expect([isOver, await open(8, 'demo')]).toEqual([true, { ok: false, reason: 'not_ready' }]);
});

it('takes no halts from a new shard, and waits for one that is not', async () => {
  shards[0].ready = false;
  shards[0].restricted.set(GOLD.id, 'halted');
  shards[2].rules = undefined;
  void define();
  await wait(60_000);
  expect([isOver, trading.ready]).toEqual([false, false]);
  shards[0].ready = true;
  await wait(1_000);
  expect([isOver, halts()]).toEqual([true, ['halted', 'halted', 'halted']]);
});
