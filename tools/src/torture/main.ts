import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import type * as bundler from '../../bundle.mjs';
import { freePort } from '../free-port.ts';
import { check } from './checks.ts';
import { TortureClient } from './client.ts';
import { checkCopies, countResults, openCopies } from './copies.ts';
import { type DrillSettings, runDrills } from './drills/run.ts';
import { closeFolder, openFolder } from './folder.ts';
import { runHostile } from './hostile/run.ts';
import { checkMoney } from './money-checks.ts';
import type { MoneyClient } from './money-client.ts';
import { openMoneyClients } from './money-setup.ts';
import { runPatroni } from './patroni/run.ts';
import { ServerProcess, WITHOUT_LIMITS } from './server-process.ts';
import { runStops } from './stops.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '24' },
    'money-clients': { type: 'string', default: '6' },
    /** Demo accounts that each copy the first two clients. */
    copiers: { type: 'string', default: '3' },
    /** Shards that must have been written: real accounts are on one, demo accounts on another. */
    shards: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    /** 0 = any free port. */
    port: { type: 'string', default: '0' },
    /** Runs the hostile load instead, for so many minutes, with a limit of the honest orders' p99. */
    hostile: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '30' },
    'p99-ms': { type: 'string', default: '250' },
    /** Lets processes of an installation of several fail instead, `--rounds` times each, or `--drill` alone. */
    cluster: { type: 'boolean', default: false },
    drill: { type: 'string' },
    'stop-seconds': { type: 'string', default: '60' },
    /** Lets processes that have a shard stand still instead, so many times, twelve at once. */
    stops: { type: 'string' },
    /** Kills the primary of a Patroni cluster instead, `--rounds` times; with `--cluster` under several processes. */
    patroni: { type: 'boolean', default: false },
  },
});

/** Clients whose deeds are copied. */
const LEADERS = 2;

/** The killed processes of each round, in turn. */
const VICTIMS = ['server', 'database', 'server', 'both'] as const;

/**
 * `npm run torture`: clients trade, deposit and withdraw over HTTP and retry with their keys, while the server, PostgreSQL
 * or both are killed at random moments. After each round no acknowledged command may be lost or executed twice, each deed of
 * a copied client must have one result in each copy, and verify must pass.
 */
async function main(): Promise<number> {
  // Loaded at run time, not bundled: bundle.mjs derives the repository's path from its own location.
  const { bundle } = (await import(pathToFileURL(join(process.cwd(), 'tools', 'bundle.mjs')).href)) as typeof bundler;
  if (values.hostile) {
    const programs = {
      server: await bundle('apps/server/src/main.ts'),
      verify: await bundle('apps/server/src/verify.ts'),
      crowd: await bundle('tools/src/torture/hostile/crowd.ts'),
    };
    return runHostile({
      programs,
      minutes: Number(values.minutes),
      p99Ms: Number(values['p99-ms']),
      port: Number(values.port),
    });
  }
  if (values.patroni) return runPatroni({ ...(await drillSettings(bundle)), isSplit: values.cluster });
  if (values.cluster) return runDrills(await drillSettings(bundle));
  if (values.stops !== undefined)
    return runStops({
      program: await bundle('apps/server/tests/support/lease-holder.ts'),
      stops: Number(values.stops),
      seconds: Number(values['stop-seconds']),
      chance: chanceFrom(Number(values.seed)),
      say,
    });
  const folder = openFolder('torture');
  const [program, verifyProgram] = await Promise.all([
    bundle('apps/server/src/main.ts'),
    bundle('apps/server/src/verify.ts'),
  ]);
  const server = new ServerProcess({
    program,
    folder,
    port: Number(values.port) || (await freePort()),
    environment: WITHOUT_LIMITS,
  });
  const chance = chanceFrom(Number(values.seed));
  const problems: string[] = [];
  const clients: TortureClient[] = [];
  const moneyClients: MoneyClient[] = [];
  let copied = '';
  try {
    say(`started in ${await server.start()} ms; seed ${values.seed}`);
    const instruments = await instrumentIds(server.url);
    for (let index = 0; index < Number(values.clients); index += 1)
      clients.push(new TortureClient(server.url, instruments, chance));
    await Promise.all(clients.map((client) => client.signIn()));
    await openCopies(server.url, clients.slice(0, LEADERS), Number(values.copiers));
    moneyClients.push(
      ...(await openMoneyClients(server.url, server.dataFolder, Number(values['money-clients']), chance)),
    );
    for (let round = 1; round <= Number(values.rounds) && problems.length === 0; round += 1) {
      problems.push(...(await playRound(round, server, { clients, moneyClients }, chance, verifyProgram)));
    }
    copied = await countResults(server.dataFolder);
    const code = await server.stop();
    if (code !== 0) problems.push(`the server exited with ${code} after SIGINT`);
  } catch (error) {
    problems.push(`the torture was aborted: ${String(error)}`);
  } finally {
    await server.kill();
    server.killDatabase();
  }
  for (const problem of problems.slice(0, 40)) say(`PROBLEM ${problem}`);
  const commands = clients.flatMap((client) => client.commands);
  const retried = commands.filter(({ attempts }) => attempts > 1).length;
  say(
    `torture: ${values.rounds} rounds, ${values.shards} shards, ${moneyMoves(moneyClients)} deposits and withdrawals, ${copied}, ${commands.length} commands with an outcome (${commands.filter(({ refusal }) => refusal === undefined).length} done, ${retried} retried), ` +
      (problems.length === 0
        ? 'nothing lost, nothing executed twice, verify passed: PASSED'
        : `${problems.length} problems: FAILED (kept in ${folder})`),
  );
  closeFolder(folder, problems.length > 0);
  return problems.length === 0 ? 0 : 1;
}

async function drillSettings(bundle: (entry: string) => Promise<string>): Promise<DrillSettings> {
  return {
    programs: { server: await bundle('apps/server/src/main.ts'), verify: await bundle('apps/server/src/verify.ts') },
    rounds: Number(values.rounds),
    drill: values.drill,
    stopSeconds: Number(values['stop-seconds']),
    instrumentsOf: instrumentIds,
    chance: chanceFrom(Number(values.seed)),
    say,
  };
}

interface Clients {
  readonly clients: readonly TortureClient[];
  readonly moneyClients: readonly MoneyClient[];
}

async function playRound(
  round: number,
  server: ServerProcess,
  { clients, moneyClients }: Clients,
  chance: () => number,
  verifyProgram: string,
): Promise<string[]> {
  let stopping = false;
  const victim = VICTIMS[(round - 1) % VICTIMS.length] ?? 'server';
  const before = count(clients);
  const trading = Promise.all([
    ...clients.map((client) => client.trade(() => stopping)),
    ...moneyClients.map((client) => client.run(() => stopping)),
  ]);
  // Avoids an unhandled rejection now; the `await trading` below throws the error.
  trading.catch(() => undefined);
  const after = 500 + Math.floor(chance() * 2500);
  await pause(after);
  if (victim !== 'server') server.killDatabase();
  let ready = 'server kept running';
  if (victim !== 'database') {
    await server.kill();
    ready = `ready again in ${await server.start()} ms`;
  }
  await pause(1000 + chance() * 1000);
  stopping = true;
  await trading;
  // Before verify, whose books must not change while it reads them.
  const copies = await checkCopies(server.dataFolder);
  const problems = [
    ...(await check(clients, server.dataFolder, verifyProgram, Number(values.shards))),
    ...(await checkMoney(moneyClients, server.dataFolder)),
    ...copies,
  ];
  say(
    `round ${round}: ${victim} killed after ${after} ms, ${ready}, ${count(clients) - before} commands, ${problems.length === 0 ? 'no problems' : `${problems.length} PROBLEMS`}`,
  );
  return problems;
}

async function instrumentIds(url: string): Promise<number[]> {
  const answer = await fetch(`${url}/v1/api/forex/trade_list`);
  const { data } = (await answer.json()) as { data: { Id: number; MarketStatus: number }[] };
  return data
    .filter(({ MarketStatus }) => MarketStatus === 1)
    .map(({ Id }) => Id)
    .slice(0, 12);
}

function count(clients: readonly TortureClient[]): number {
  return clients.reduce((sum, { commands }) => sum + commands.length, 0);
}

function moneyMoves(clients: readonly MoneyClient[]): number {
  return clients.reduce((sum, { deposits, withdrawals }) => sum + deposits.size + withdrawals.size, 0);
}

/** Seeded random generator (mulberry32): numbers from 0 to below 1. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main();
