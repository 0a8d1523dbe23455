import { money } from '@fairlot/domain';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bundle } from '../../../tools/bundle.mjs';
import type { Bus } from '../src/bus/bus.ts';
import { openNatsBus } from '../src/bus/nats-bus.ts';
import { subjectsOf } from '../src/bus/subjects.ts';
import type { Database } from '../src/db/database.ts';
import type { CommandDraft, HostOutcome } from '../src/trading/port.ts';
import { readAnswer, readRows, writeCommand } from '../src/trading/remote/messages.ts';
import { createTestDatabase, silentLog } from './support/database.ts';
import { ShardProcess } from './support/forked-shards.ts';
import { type AnswerProxy, startAnswerProxy } from './support/lost-answers.ts';
import { type TestNats, hasNats, startNats } from './support/nats.ts';
import { openAccount } from './support/test-host.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const ANSWER_MS = 2000;
const COMMANDS = 30;
const INSTALLATION = 'cut-off-test';

const subjects = subjectsOf(INSTALLATION);
const testDatabase = await createTestDatabase();
let database: Database;
let nats: TestNats;
let bus: Bus;
let proxy: AnswerProxy;
let program: string;
const processes: ShardProcess[] = [];
/** Epochs of the heads and rows that came over the bus. */
const heard: number[] = [];

beforeAll(async () => {
  if (!hasNats) return;
  program = await bundle('apps/server/tests/support/shard-process.ts');
  [database, nats] = await Promise.all([testDatabase.open(), startNats()]);
  proxy = await startAnswerProxy({ connectionString: testDatabase.url });
  bus = await openNatsBus({ servers: [nats.url], name: 'test', log: silentLog, onLost: () => undefined });
  bus.subscribe(subjects('shard', 0, 'rows'), (data) => heard.push(readRows(data).epoch), {
    onDropped: () => undefined,
  });
});
afterAll(async () => {
  if (!hasNats) return testDatabase.drop();
  await Promise.all(processes.map((each) => each.kill()));
  await bus.close();
  await proxy.close();
  await nats.kill();
  await database.close();
  return testDatabase.drop();
});

function start(url: string): ShardProcess {
  const each = new ShardProcess({ program, url, nats: nats.url, installation: INSTALLATION, shards: [0] });
  processes.push(each);
  return each;
}

/** The first answer to a command, which counts for every process that has sent one. It is sent until an answer comes. */
async function firstAnswer(draft: CommandDraft): Promise<HostOutcome> {
  for (;;) {
    const request = bus.request(subjects('shard', 0, 'commands'), writeCommand(draft), ANSWER_MS);
    const answer = await request.catch(() => undefined);
    if (answer !== undefined) return readAnswer(answer).outcome;
  }
}

it.skipIf(!hasNats)('a holder that is cut off from the database alone leaves the answers to the next one', async () => {
  const { user, password, host, port, database: name } = proxy.connection;
  const cutOff = start(`postgres://${user}:${String(password)}@${host}:${port}/${name}`);
  await vi.waitUntil(() => cutOff.held.size === 1, WAIT);
  await expect.poll(() => firstAnswer(openAccount(1)), WAIT).toEqual({ ok: true });
  const next = start(testDatabase.url);
  proxy.isolate();
  await vi.waitUntil(() => next.held.size === 1, WAIT);
  heard.length = 0;
  for (let turn = 0; turn < COMMANDS; turn += 1)
    expect(
      await firstAnswer({ type: 'deposit', account: 1, key: `in-${turn}`, amount: money('1'), reference: turn }),
    ).toEqual({ ok: true });
  await vi.waitUntil(() => heard.length > COMMANDS, WAIT);
  // It has not heard that it was deposed, and followers must not take it for the holder.
  expect(cutOff.held.size).toBe(1);
  expect(new Set(heard)).toEqual(new Set(next.held.values()));
  proxy.cut();
  await vi.waitUntil(() => cutOff.held.size === 0, WAIT);
  expect([cutOff.fatal, next.held.size]).toEqual([undefined, 1]);
});
