import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { checkEpochs } from '../../../../apps/server/tests/support/former-epochs.ts';
import { type Cluster, openCluster } from '../../cluster/cluster.ts';
import { SHARDS } from '../../cluster/layout.ts';
import { freePort } from '../../free-port.ts';
import { check, connect } from '../checks.ts';
import type { TortureClient } from '../client.ts';
import { closeFolder, openFolder } from '../folder.ts';
import { WITHOUT_LIMITS } from '../server-process.ts';
import { byShard, openClients } from './clients.ts';
import { type Drill, type DrillResult, GOALS } from './drill.ts';
import { DRILLS } from './drills.ts';
import { quantile } from './figures.ts';
import { MarketWatch } from './market-watch.ts';

export interface DrillSettings {
  readonly programs: { readonly server: string; readonly verify: string };
  readonly rounds: number;
  /** One drill; undefined: all of them. */
  readonly drill: string | undefined;
  /** Seconds for which a stopped process stands still. */
  readonly stopSeconds: number;
  readonly instrumentsOf: (url: string) => Promise<number[]>;
  readonly chance: () => number;
  readonly say: (line: string) => void;
}

/** Clients leave the processors room, so that the figures are those of the failure. */
const PAUSE_MS = 40;
/** Time for hand-overs to the processes that prefer a shard. */
const SETTLE_MS = 6000;

/**
 * `npm run torture -- --cluster`: clients trade through the gateways of an installation of several processes, of which one
 * fails in each drill. After each drill no acknowledged command may be lost or executed twice, no row may stand under a
 * former epoch, and verify must pass.
 */
export async function runDrills(settings: DrillSettings): Promise<number> {
  const { say, drill: only } = settings;
  const names = only === undefined ? Object.keys(DRILLS) : [only];
  if (only !== undefined && DRILLS[only] === undefined) {
    say(`unknown drill: ${only}. Known: ${Object.keys(DRILLS).join(', ')}`);
    return 2;
  }
  const folder = openFolder('drills');
  const problems: string[] = [];
  const results: DrillResult[] = [];
  let commands = 0;
  const cluster = await openCluster({
    folder,
    program: settings.programs.server,
    port: await freePort(),
    isRestarted: true,
    environment: {
      FAIRLOT_LOG_LEVEL: 'warn',
      FAIRLOT_SESSIONS: 'always',
      FAIRLOT_SIMULATED_MONEY: 'play-money',
      ...WITHOUT_LIMITS,
    },
    say,
  });
  try {
    const begin = performance.now();
    await cluster.start();
    say(`started ${cluster.members.length} processes in ${Math.round(performance.now() - begin)} ms`);
    const played = await play(cluster, folder, settings, names);
    problems.push(...played.problems);
    results.push(...played.results);
    ({ commands } = played);
  } catch (error) {
    problems.push(`the drills were aborted: ${String(error)}`);
  } finally {
    problems.push(...(await cluster.stop()));
  }
  for (const problem of problems.slice(0, 40)) say(`PROBLEM ${problem}`);
  say(
    `drills: ${settings.rounds} rounds of ${names.join(', ')}, ${SHARDS.length} shards, ${takenOver(results)}${commands} commands with an outcome, ` +
      (problems.length === 0
        ? 'nothing lost, nothing executed twice, verify passed: PASSED'
        : `${problems.length} problems: FAILED (kept in ${folder})`),
  );
  closeFolder(folder, problems.length > 0);
  return problems.length === 0 ? 0 : 1;
}

/** The takeovers of all rounds, and what the other shards noticed of them; empty without any. */
function takenOver(results: readonly DrillResult[]): string {
  const times = results.flatMap(({ takeovers = [] }) => takeovers);
  if (times.length === 0) return '';
  const p99 = (when: 'before' | 'meanwhile'): number =>
    quantile(
      results.flatMap(({ others }) => others?.[when] ?? []),
      0.99,
    );
  const [before, meanwhile] = [p99('before'), p99('meanwhile')];
  return (
    `${times.length} takeovers, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms (goal ${GOALS.takeoverMs} ms), ` +
    `other shards' p99 ${before.toFixed(0)} ms before and ${meanwhile.toFixed(0)} ms meanwhile (${(meanwhile / before).toFixed(1)} x, goal ${GOALS.othersRatio} x), `
  );
}

interface Played {
  readonly problems: string[];
  readonly results: DrillResult[];
  readonly commands: number;
}

async function play(
  cluster: Cluster,
  folder: string,
  settings: DrillSettings,
  names: readonly string[],
): Promise<Played> {
  const played = { problems: [] as string[], results: [] as DrillResult[], commands: 0 };
  const database = await connect(folder);
  const market = new MarketWatch(cluster.of('gateway').at(-1)?.url ?? '');
  let clients: readonly TortureClient[] = [];
  try {
    const { instrumentsOf, chance } = settings;
    clients = (await openClients({ cluster, place: folder, moneyClients: 0, instrumentsOf, chance })).traders;
    market.start();
    const drill: Drill = {
      cluster,
      clients: await byShard(database, clients),
      market,
      database,
      stopSeconds: settings.stopSeconds,
    };
    for (let round = 1; round <= settings.rounds; round += 1)
      for (const name of names) {
        const result = await playDrill(name, drill, clients);
        const found = [
          ...result.problems,
          ...market.problems.splice(0),
          ...(await checkEpochs(database)),
          ...(await check(clients, folder, settings.programs.verify, SHARDS.length)),
        ];
        settings.say(
          `round ${round}, ${name}: ${result.figures}; ${found.length === 0 ? 'no problems' : `${found.length} PROBLEMS`}`,
        );
        played.results.push(result);
        played.problems.push(...found.map((problem) => `${name}: ${problem}`));
        if (found.length > 0) return played;
      }
  } finally {
    played.commands = clients.reduce((sum, { commands }) => sum + commands.length, 0);
    await market.stop();
    await database.end();
  }
  return played;
}

async function playDrill(name: string, drill: Drill, clients: readonly TortureClient[]): Promise<DrillResult> {
  let isStopping = false;
  const trading = Promise.all(clients.map((client) => client.trade(() => isStopping, PAUSE_MS)));
  // Avoids an unhandled rejection now; the `await trading` below throws the error.
  trading.catch(() => undefined);
  try {
    const result = await DRILLS[name]?.(drill);
    if (result === undefined) throw new Error(`unknown drill: ${name}`);
    await drill.cluster.ready();
    await pause(SETTLE_MS);
    return result;
  } finally {
    isStopping = true;
    await trading;
  }
}
