import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { report } from '../../../../bench/src/report.ts';
import { freePort } from '../../free-port.ts';
import { connect, verify } from '../checks.ts';
import { closeFolder, openFolder } from '../folder.ts';
import { realAccount } from '../money-setup.ts';
import { ServerProcess } from '../server-process.ts';
import type { CrowdOrder, Tally, Tradable } from './crowd-order.ts';
import { trade, visit } from './honest.ts';
import { honestAddress } from './networks.ts';
import { type Maps, PROBE_OPTIONS, countMaps } from './probe.ts';
import { HonestRecord } from './record.ts';
import { type Sample, Sampler } from './samples.ts';
import { judge } from './judge.ts';
import { judgeLog } from './verdict.ts';

export interface HostileSettings {
  readonly minutes: number;
  /** Limit of the 99th percentile of the honest clients' orders. */
  readonly p99Ms: number;
  /** 0 = any free port. */
  readonly port: number;
  readonly programs: { readonly server: string; readonly verify: string; readonly crowd: string };
}

const TRADERS = 10;
const MEMBERS = 3;
/** Real accounts of the crowd, for uploads. */
const INTRUDERS = 6;
const HISTORY_LIMIT_MS = 600_000;
const FEW_BARS = 1000;
/** Longest time between two samples; short runs have at least a dozen. */
const SAMPLE_MS = 60_000;

/**
 * `npm run torture -- --hostile`: honest clients trade, read and sign in while a crowd attacks the server from its own
 * networks. Judges the honest clients' calls, the server's memory, and the rows that the crowd has left in the database.
 */
export async function runHostile(settings: HostileSettings): Promise<number> {
  const folder = openFolder('hostile');
  const server = new ServerProcess({
    program: settings.programs.server,
    folder,
    port: settings.port || (await freePort()),
    environment: { FAIRLOT_TRUSTED_PROXIES: '127.0.0.1' },
    nodeOptions: PROBE_OPTIONS,
  });
  let hasPassed = false;
  try {
    say(`started in ${await server.start()} ms`);
    const played = await play(server, settings);
    const code = await server.stop();
    // Verify starts the database anew.
    const log = await judgeLog(linesSince(server.logPath, played.samples[0]?.logBytes ?? 0), played.seconds);
    const { problems, unjudged, figures } = judge({ ...played, log, members: MEMBERS, ...settings });
    if (code !== 0) problems.push(`the server exited with ${code} after SIGINT`);
    problems.push(...verify(server.dataFolder, settings.programs.verify));
    report(
      'hostile',
      { minutes: settings.minutes, traders: TRADERS, members: MEMBERS },
      { ...figures, problems, unjudged },
    );
    for (const problem of problems) say(`PROBLEM ${problem}`);
    for (const open of unjudged) say(`NOT JUDGED ${open}`);
    hasPassed = problems.length === 0;
    say(
      `hostile load: ${hasPassed ? (unjudged.length === 0 ? 'PASSED' : 'PASSED as far as judged') : `FAILED (kept in ${folder})`}`,
    );
  } finally {
    await server.kill();
    server.killDatabase();
    closeFolder(folder, !hasPassed);
  }
  return hasPassed ? 0 : 1;
}

function linesSince(path: string, bytes: number): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path, { start: bytes }) });
}

interface Played {
  readonly record: HonestRecord;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly seconds: number;
  readonly maps: { readonly before: Maps; readonly after: Maps };
}

async function play(server: ServerProcess, { minutes, programs }: HostileSettings): Promise<Played> {
  const database = await connect(server.dataFolder);
  const record = new HonestRecord();
  await untilHistoryIsWritten(server.url);
  const instruments = await openInstruments(server.url);
  const members = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const { password } = await realAccount(server.url, database);
    members.push({ account: `${password}@example.com`, password });
  }
  const intruders = [];
  for (let index = 0; index < INTRUDERS; index += 1) intruders.push(await realAccount(server.url, database));
  const sampler = new Sampler(server, database, record);
  const mapsBefore = await countMaps(server);
  await sampler.take();
  let stopping = false;
  const begin = performance.now();
  const client = (index: number) => ({ base: server.url, address: honestAddress(index), record });
  const honest = Promise.all([
    ...Array.from({ length: TRADERS }, (_, index) =>
      trade(
        client(index),
        instruments.map(({ id }) => id),
        () => stopping,
      ),
    ),
    ...members.map((member, index) => visit(client(TRADERS + index), member, () => stopping)),
  ]);
  honest.catch(() => undefined);
  const crowd = startCrowd(programs.crowd, {
    base: server.url,
    instruments,
    tokens: intruders.map(({ token }) => token),
    // A guessed account demands a captcha from everybody, so these are not the honest ones.
    victims: intruders.map(({ password }) => `${password}@example.com`),
  });
  const length = minutes * 60_000;
  const every = Math.min(SAMPLE_MS, length / 12);
  for (let next = every; next <= length + 1; next += every) {
    if (begin + next + every < performance.now()) continue;
    await pause(Math.max(0, begin + next - performance.now()));
    const sample = await sampler.take();
    say(
      `minute ${sample.minute.toFixed(1)}: ${Math.round(sample.memory.rss / 2 ** 20)} MiB, heap ${(sample.memory.heapUsed / 2 ** 20).toFixed(1)} MiB, ${sample.rows['sessions'] ?? 0} sessions, ${record.orders} honest orders, ${[...record.failures.values()].reduce((sum, count) => sum + count, 0)} failures`,
    );
  }
  stopping = true;
  await honest;
  const tally = await endCrowd(crowd);
  await sampler.take();
  const maps = { before: mapsBefore, after: await countMaps(server) };
  await database.end();
  return { record, samples: sampler.samples, tally, maps, seconds: (performance.now() - begin) / 1000 };
}

function startCrowd(program: string, order: CrowdOrder): ChildProcess {
  const crowd = fork(program, { stdio: 'inherit' });
  crowd.send(order);
  return crowd;
}

async function endCrowd(crowd: ChildProcess): Promise<Tally> {
  if (crowd.exitCode !== null) throw new Error(`the crowd has ended with ${crowd.exitCode}`);
  const answer = once(crowd, 'message');
  crowd.send('end');
  return (await answer)[0] as Tally;
}

async function openInstruments(url: string): Promise<Tradable[]> {
  const answer = await fetch(`${url}/v1/api/forex/trade_list`);
  const { data } = (await answer.json()) as { data: { Id: number; Ask: string; MarketStatus: number }[] };
  return data
    .filter(({ MarketStatus }) => MarketStatus === 1)
    .map(({ Id, Ask }) => ({ id: Id, price: Number(Ask) }))
    .slice(0, 12);
}

/** The first start of a server writes two years of bars, which is no part of the measurement. */
async function untilHistoryIsWritten(url: string): Promise<void> {
  const deadline = performance.now() + HISTORY_LIMIT_MS;
  while (performance.now() < deadline) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (Number(/^fairlot_bars_waiting (\d+)$/m.exec(metrics)?.[1]) < FEW_BARS) return;
    await pause(1000);
  }
  throw new Error('the history was not written in time');
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
