import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentShard } from '../src/features/office/processes/presenter.ts';
import type { ListedProcess } from '../src/cluster/process-directory.ts';
import { type TestOffice, openTestOffice, staffCall } from './support/office.ts';
import { whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_REAL_SHARDS: '2' }, () => clock.time);
  office = await openTestOffice(server, clock);
});
afterAll(() => server.stop());

it('shows the only process, which holds all shards under leases without an end', async () => {
  const { token } = await server.demo();
  const gold = await server.instrument('XAUUSD');
  await whenQuoted(() =>
    server.call('submit', { type: 1, status: 1, cont: '0.10', forex_id: gold, multiple: 100 }, { token }),
  );
  const { envelope } = await office.administrator.call('officeProcesses');
  const { single, processes, shards, role_leases } = envelope.data;
  expect([single, role_leases]).toEqual([true, []]);
  expect(processes).toMatchObject([
    {
      roles: ['market', 'trading', 'web', 'worker'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      alive: true,
      sockets: 0,
      bus_connected: null,
    },
  ]);
  const [own] = processes;
  expect(own?.heap_mb).toBeGreaterThan(1);
  expect(own?.market_silence_ms).toBeGreaterThanOrEqual(0);
  expect(Date.parse(own?.started_at ?? '')).toBeLessThanOrEqual(Date.parse(own?.seen_at ?? ''));
  const held = { takes_new: true, holder: own?.name, lease_ends_at: null, uncommitted: 0 };
  expect(shards).toMatchObject([
    { number: 0, kind: 'real', ...held },
    { number: 1, kind: 'demo', accounts: 1, ...held },
    { number: 2, kind: 'real', ...held },
  ]);
  expect(shards.every(({ epoch }) => epoch >= 1)).toBe(true);
});

it('is for staff alone', async () => {
  expect((await staffCall(server, 'officeProcesses')).envelope.reason).toBe('session_invalid');
});

it('offers the figures of the process among the metrics', async () => {
  const { text } = await server.raw('/metrics');
  expect(text).toMatch(/^fairlot_shards 3$/m);
  expect(text).toMatch(/^fairlot_shards_held 3$/m);
  expect(text).toMatch(/^fairlot_role_held\{role="house"\} 1$/m);
  expect(text).toMatch(/^fairlot_role_held\{role="market"\} 1$/m);
  expect(text).toMatch(/^fairlot_role_held\{role="worker"\} 1$/m);
  expect(text).toMatch(/^fairlot_shard_epoch\{shard="2"\} 1$/m);
  expect(text).toMatch(/^fairlot_market_silence_ms \d+$/m);
  expect(text).toMatch(/^fairlot_market_overdue_ms \d+$/m);
  // There is no bus that could be away.
  expect(text).not.toMatch(/^fairlot_bus_connected\{/m);
});

const SHARD = { number: 0, kind: 'real', takesNew: true, holder: 'box 7', epoch: 4n, endsAt: null } as const;

function processWith(name: string, epoch: number, isAlive: boolean): ListedProcess {
  return {
    id: 1n,
    name,
    roles: ['trading'],
    url: null,
    version: '1',
    prefers: [],
    startedAt: new Date(0),
    seenAt: new Date(0),
    isAlive,
    state: {
      shards: [{ shard: 0, epoch, uncommitted: 5, unwritten: 6 }],
      leads: [],
      busConnected: true,
      cpuShare: 0,
      heapMiB: 1,
      eventLoopP99Ms: 0,
    },
  };
}

it.each([
  ['the process that lives and has the epoch of the lease', SHARD, processWith('one', 4, true), 'one', 5],
  ['nobody while the process is dead', SHARD, processWith('one', 4, false), null, null],
  ['nobody while the process has a former epoch', SHARD, processWith('one', 3, true), null, null],
  ['nobody while the lease is free', { ...SHARD, holder: '' }, processWith('one', 4, true), null, null],
])('names as the holder of a shard %s', (_case, shard, listed, holder, uncommitted) => {
  expect(presentShard(shard, [listed], 2)).toMatchObject({ accounts: 2, epoch: 4, holder, uncommitted });
});
