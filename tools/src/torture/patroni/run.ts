import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { freePort } from '../../free-port.ts';
import { type PatroniCluster, planCluster } from '../../patroni/patroni-cluster.ts';
import { PatroniMissingError, keepsToKey, patroniVersion } from '../../patroni/programs.ts';
import { type Place, check } from '../checks.ts';
import { type SentCommand, TortureClient } from '../client.ts';
import { backAfter, quantile, since } from '../drills/figures.ts';
import { checkMoney } from '../money-checks.ts';
import type { MoneyClient } from '../money-client.ts';
import { openMoneyClients } from '../money-setup.ts';
import { ServerProcess, WITHOUT_LIMITS } from '../server-process.ts';
import { FAILURES, type Failure, type FailureName, SEQUENCE } from './failures.ts';

export interface PatroniSettings {
  readonly programs: { readonly server: string; readonly verify: string };
  readonly rounds: number;
  /** One failure; undefined: all of them in turn. */
  readonly drill: string | undefined;
  readonly instrumentsOf: (url: string) => Promise<number[]>;
  readonly chance: () => number;
  readonly say: (line: string) => void;
}

const GOAL_MS = 45_000;
/** Longer than the goal, so that a service that comes late is told with its time. */
const BACK_LIMIT_MS = 58_000;
/** Clients go on for so long after the service is back. */
const AFTER_MS = 3000;
const [DEMO_CLIENTS, REAL_CLIENTS, MONEY_CLIENTS] = [4, 6, 3];
const SHARDS = 2;
const PAUSE_MS = 40;
const LOOK_MS = 50;
const EXIT_UNABLE = 2;

interface Installation {
  readonly cluster: PatroniCluster;
  /** True when Patroni respects the key of another primary. */
  readonly isSafe: boolean;
  readonly server: ServerProcess;
  readonly place: Place;
  /** Clients that trade, by the kind of their accounts. */
  readonly traders: Readonly<Record<'demo' | 'real', readonly TortureClient[]>>;
  /** Users who deposit and withdraw. They do not trade, because transfers of orders may have the numbers of withdrawals. */
  readonly money: readonly MoneyClient[];
}

interface Back {
  readonly failure: FailureName;
  readonly ms: number;
}

/**
 * `npm run torture -- --patroni`: members of a Patroni cluster in strict synchronous mode fail under load, round after
 * round. After each round no acknowledged command may be lost or executed twice, deposits and withdrawals must be as
 * they were told, verify must pass, and the server must never have ended.
 */
export async function runPatroni(settings: PatroniSettings): Promise<number> {
  const { say, drill } = settings;
  if (drill !== undefined && !(drill in FAILURES)) {
    say(`unknown drill: ${drill}. Known: ${Object.keys(FAILURES).join(', ')}`);
    return EXIT_UNABLE;
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-patroni-'));
  chmodSync(folder, 0o755);
  const problems: string[] = [];
  const backs: Back[] = [];
  let cluster: PatroniCluster | undefined;
  let server: ServerProcess | undefined;
  try {
    cluster = await planCluster(folder);
    await cluster.start();
    server = await serverOf(cluster, folder, settings.programs.server);
    say(`started in ${await server.start()} ms`);
    const installation = await open(cluster, server, settings);
    for (let round = 1; round <= settings.rounds && problems.length === 0; round += 1)
      problems.push(...(await playRound(round, installation, settings, backs)));
    const code = await server.stop();
    if (code !== 0) problems.push(`the server exited with ${code} after SIGINT`);
  } catch (error) {
    if (error instanceof PatroniMissingError) {
      say(error.message);
      rmSync(folder, { recursive: true, force: true });
      return EXIT_UNABLE;
    }
    problems.push(`the drill was aborted: ${String(error)}`);
  } finally {
    await server?.kill();
    await cluster?.stop();
  }
  return tell({ problems, backs, folder }, settings);
}

function tell(
  {
    problems,
    backs,
    folder,
  }: { readonly problems: string[]; readonly backs: readonly Back[]; readonly folder: string },
  { say, rounds }: PatroniSettings,
): number {
  for (const problem of problems.slice(0, 40)) say(`PROBLEM ${problem}`);
  const figures = [...new Set(backs.map(({ failure }) => failure))].map((name) => {
    const times = backs.filter(({ failure }) => failure === name).map(({ ms }) => ms);
    return `${times.length} × ${name}, back after p50 ${seconds(quantile(times, 0.5))}, worst ${seconds(Math.max(...times))}`;
  });
  say(
    `patroni: ${rounds} rounds; ${figures.join('; ')} (goal ${seconds(GOAL_MS)}); ` +
      (problems.length === 0
        ? 'nothing lost, nothing executed twice, verify passed: PASSED'
        : `${problems.length} problems: FAILED (kept in ${folder})`),
  );
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return problems.length === 0 ? 0 : 1;
}

async function serverOf(cluster: PatroniCluster, folder: string, program: string): Promise<ServerProcess> {
  const server = new ServerProcess({
    program,
    folder,
    port: await freePort(),
    environment: { ...WITHOUT_LIMITS, FAIRLOT_SIMULATED_MONEY: 'play-money', ...cluster.environment },
  });
  mkdirSync(server.dataFolder, { recursive: true });
  return server;
}

async function open(
  cluster: PatroniCluster,
  server: ServerProcess,
  { instrumentsOf, chance, say }: PatroniSettings,
): Promise<Installation> {
  const version = patroniVersion();
  const isSafe = keepsToKey(version);
  if (!isSafe)
    say(
      `${version} loses acknowledged orders when a primary that stood still wakes up: \`frozen\` is left out. Use 3.0.3 or later.`,
    );
  const { url, dataFolder } = server;
  const place = { dataFolder, url: cluster.url('fairlot_owner') };
  const instruments = await instrumentsOf(url);
  const demo = Array.from({ length: DEMO_CLIENTS }, () => new TortureClient(url, instruments, chance));
  await Promise.all(demo.map((client) => client.signIn()));
  const money = await openMoneyClients(url, place, REAL_CLIENTS + MONEY_CLIENTS, chance);
  // The server reads the limits of deposits that openMoneyClients has set.
  await server.stop();
  await server.start();
  await Promise.all(money.map((client) => client.run(() => client.deposits.size >= 2)));
  const real = money.slice(0, REAL_CLIENTS).map(({ access: { account, token } }) => {
    const client = new TortureClient(url, instruments, chance);
    client.use(account, token);
    return client;
  });
  return { cluster, isSafe, server, place, traders: { demo, real }, money: money.slice(REAL_CLIENTS) };
}

/** A Patroni that would lose what its next primary has acknowledged is not let wake up, unless that is asked for. */
function failureOf(round: number, drill: string | undefined, isSafe: boolean): FailureName {
  if (drill !== undefined) return drill as FailureName;
  const sequence = isSafe ? SEQUENCE : SEQUENCE.filter((name) => name !== 'frozen');
  return sequence[(round - 1) % sequence.length] ?? 'both';
}

async function playRound(
  round: number,
  installation: Installation,
  { drill, chance, programs, say }: PatroniSettings,
  backs: Back[],
): Promise<string[]> {
  const { cluster, server, place, traders, money } = installation;
  const name = failureOf(round, drill, installation.isSafe);
  const all = [...traders.demo, ...traders.real];
  let isStopping = false;
  const trading = Promise.all([
    ...all.map((client) => client.trade(() => isStopping, PAUSE_MS)),
    ...money.map((client) => client.run(() => isStopping)),
  ]);
  // Avoids an unhandled rejection now; the `await trading` below throws the error.
  trading.catch(() => undefined);
  const problems: string[] = [];
  try {
    await pause(1500 + chance() * 2000);
    const failure = await FAILURES[name](cluster);
    const ms = await waitUntilBack(traders, failure.since);
    backs.push({ failure: name, ms });
    if (ms > GOAL_MS) problems.push(`orders were acknowledged again after ${seconds(ms)}`);
    problems.push(...loud(all, failure));
    failure.mend?.();
    for (const member of cluster.members) member.start();
    await cluster.whole();
    const primary = await cluster.primary();
    say(
      `round ${round}: ${name}, ${failure.name}; back after ${seconds(ms)}, all members after ${seconds(performance.now() - failure.since)}; ${primary.name} is the primary`,
    );
  } finally {
    isStopping = true;
    await trading;
  }
  problems.push(
    ...(await check(all, place, programs.verify, SHARDS)),
    ...(await checkMoney(money, place)),
    ...(await isAlive(server)),
  );
  return problems;
}

/**
 * Waits until orders of both kinds of accounts are acknowledged, and some time more. Returns when the pause ended, since the
 * failure. At first answers may be under way, and a primary without Patroni serves on until HAProxy cuts it off.
 */
async function waitUntilBack(traders: Installation['traders'], failure: number): Promise<number> {
  const kinds = Object.values(traders);
  await pause(AFTER_MS);
  const from = performance.now();
  while (kinds.some((clients) => backAfter(commandsOf(clients, from), from) === undefined)) {
    if (performance.now() - failure > BACK_LIMIT_MS)
      throw new Error(`no order was acknowledged within ${seconds(BACK_LIMIT_MS)}`);
    await pause(LOOK_MS);
  }
  await pause(AFTER_MS);
  return Math.max(
    ...kinds.map((clients) => (backAfter(commandsOf(clients, failure), failure) ?? Number.NaN) - failure),
  );
}

/** Commands that were acknowledged although there was no standby. */
function loud(clients: readonly TortureClient[], { silence }: Failure): string[] {
  if (silence === undefined) return [];
  const [from, to] = silence;
  return commandsOf(clients, from)
    .filter(({ doneAt = 0, refusal }) => doneAt > from && doneAt < to && refusal === undefined)
    .map(({ key }) => `${key} was acknowledged without a standby`);
}

function commandsOf(clients: readonly TortureClient[], moment: number): SentCommand[] {
  return clients.flatMap(({ commands }) => since(commands, moment));
}

async function isAlive({ url, logPath }: ServerProcess): Promise<string[]> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  return answer?.ok === true ? [] : [`the server has ended; see ${logPath}`];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
