import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { Cluster } from './cluster.ts';
import { type MemberPlan, layout } from './layout.ts';
import { Member } from './member.ts';
import { NatsProcess } from './nats-process.ts';

/** Several times as long as the pause between two looks at a process. */
const LOOKS_MS = 400;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A process that answers /readyz with a status and a text, and how often it was asked. */
async function answering(
  plan: MemberPlan,
  status: number,
  text: string,
): Promise<{ member: Member; asked: () => number }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(status, { connection: 'close' }).end(text);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const member = new Member({
    plan,
    port,
    program: '',
    logPath: '',
    environment: {},
    isRestarted: false,
    say: () => undefined,
  });
  return { member, asked: () => count };
}

/** A cluster of two houses, of which the first one answers with this status and the second one stands by. */
async function twoHouses(status: number) {
  const plans = layout().filter(({ roles }) => roles === 'web,worker');
  const standby = JSON.stringify({
    status: 'ready',
    warnings: ['house-b stands by: it has no shard and no single role'],
  });
  const [first, second] = await Promise.all(
    plans.map((plan, index) => (index === 0 ? answering(plan, status, '') : answering(plan, 200, standby))),
  );
  if (first === undefined || second === undefined) throw new Error('the layout has no two houses');
  const database = { environment: {}, stop: () => Promise.resolve() };
  const cluster = new Cluster(database, new NatsProcess(0), [first.member, second.member]);
  return { cluster, asked: () => [first.asked(), second.asked()] };
}

it('asks the standby of a ready house no further, so that a drill can end', async () => {
  const { cluster, asked } = await twoHouses(200);
  await cluster.ready();
  const before = asked();
  await pause(LOOKS_MS);
  expect(asked()).toEqual(before);
});

it('counts how a process ends by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-member-'));
  const program = join(folder, 'ends.mjs');
  writeFileSync(program, 'process.exit(7);');
  const [plan] = layout();
  if (plan === undefined) throw new Error('the layout is empty');
  const logPath = join(folder, 'log');
  const member = new Member({
    plan,
    port: 0,
    program,
    logPath,
    environment: {},
    isRestarted: false,
    say: () => undefined,
  });
  member.start();
  await expect.poll(() => [...member.ends]).toEqual([['code 7', 1]]);
  rmSync(folder, { recursive: true });
});

it('ends to wait for its processes when it is stopped', async () => {
  const { cluster, asked } = await twoHouses(503);
  const waiting = cluster.ready();
  // The rejection is expected below.
  waiting.catch(() => undefined);
  await expect.poll(() => asked().every((count) => count > 1)).toBe(true);
  await cluster.stop();
  await expect(waiting).rejects.toThrow('the cluster is stopping');
  const before = asked();
  await pause(LOOKS_MS);
  expect(asked()).toEqual(before);
});
