import { openDatabase } from '../../../apps/server/src/db/database.ts';
import { pause } from '../../../apps/server/src/platform/pause.ts';
import { HolderLoad, problemsOf } from '../../../apps/server/tests/support/holder-load.ts';
import { Holder } from '../../../apps/server/tests/support/holder.ts';
import { openClusterDatabase } from '../cluster/database.ts';
import { GOALS, seconds } from './drills/drill.ts';
import { quantile } from './drills/figures.ts';
import { closeFolder, openFolder } from './folder.ts';

export interface StopSettings {
  /** The bundled `lease-holder.ts`. */
  readonly program: string;
  /** Processes that stand still, all together. */
  readonly stops: number;
  /** Time for which each of them stands still. */
  readonly seconds: number;
  readonly chance: () => number;
  readonly say: (line: string) => void;
}

/** Shards, each with a process that has it and one that stands by. More need more sessions than PostgreSQL takes. */
const PAIRS = 12;
const CLIENTS_OF_A_SHARD = 2;
/** Takeovers share the processors, so the processes stop one after the other. */
const BETWEEN_STOPS_MS = 1000;
const REST_MS = 100;
const LOOK_MS = 10;
const LIMIT_MS = 60_000;
/** Leases of the product. */
const TTL_MS = 3000;
const RENEW_MS = 1000;

/**
 * `npm run torture -- --stops 100`: processes that have a shard stand still under load for longer than their leases, and go
 * on. Every answer, those of the stopped process too, must be in the journal as it was given, no row may stand under a
 * former epoch, and each shard must verify. Returns the exit code.
 */
export async function runStops(settings: StopSettings): Promise<number> {
  const { say, stops } = settings;
  const folder = openFolder('stops');
  const server = await openClusterDatabase(folder, () => undefined);
  const { DATABASE_URL: url = '', FAIRLOT_DATABASE_OWNER_URL: ownerUrl } = server.environment;
  const log = { info: () => undefined, warn: say, error: say };
  const database = await openDatabase({ dataFolder: '', databaseUrl: url, ownerUrl, log });
  const pairs = Array.from({ length: Math.min(PAIRS, stops) }, (_, shard) => new Pair(settings.program, url, shard));
  const problems: string[] = [];
  const times: number[] = [];
  try {
    await Promise.all(pairs.map((pair) => pair.start()));
    while (times.length < stops) {
      const turn = pairs.slice(0, stops - times.length);
      times.push(...(await Promise.all(turn.map((pair, index) => stopOne(pair, index, settings)))));
      for (const { load, shard } of turn) problems.push(...(await problemsOf(load, database.pool, shard)));
      say(`${times.length} of ${stops} stood still; ${problems.length === 0 ? 'no problems' : 'PROBLEMS'}`);
      if (problems.length > 0) break;
    }
  } catch (error) {
    problems.push(`the stops were aborted: ${String(error)}`);
  } finally {
    await Promise.all(pairs.map((pair) => pair.end()));
    await database.close();
    await server.stop();
  }
  for (const problem of problems.slice(0, 40)) say(`PROBLEM ${problem}`);
  const answers = pairs.reduce((sum, { load }) => sum + load.answers.size, 0);
  const refused = pairs.reduce((sum, { load }) => sum + load.refused, 0);
  const taken =
    times.length === 0
      ? ''
      : `taken over after p50 ${seconds(quantile(times, 0.5))}, p99 ${seconds(quantile(times, 0.99))} (goal ${seconds(GOALS.takeoverMs)}), `;
  say(
    `stops: ${times.length} processes stood still for ${settings.seconds} s each, ${taken}${answers} commands with an outcome, ${refused} refused by a process without the shard, ` +
      (problems.length === 0
        ? 'no row under a former epoch, nothing lost or executed twice, verify passed: PASSED'
        : `${problems.length} problems: FAILED (kept in ${folder})`),
  );
  closeFolder(folder, problems.length > 0);
  return problems.length === 0 ? 0 : 1;
}

/** A shard, two processes that stand by for it, and its clients. */
class Pair {
  readonly shard: number;
  readonly #holders: readonly Holder[];
  #load: HolderLoad | undefined;

  constructor(program: string, url: string, shard: number) {
    this.shard = shard;
    const options = { program, url, shard, ttlMs: TTL_MS, renewMs: RENEW_MS };
    this.#holders = [new Holder(options), new Holder(options)];
  }

  get load(): HolderLoad {
    if (this.#load === undefined) throw new Error(`shard ${this.shard} has no clients yet`);
    return this.#load;
  }

  /** The process that has the shard, and the other one. */
  get inOrder(): readonly [active: Holder, other: Holder] {
    const [first, second] = this.#holders;
    if (first === undefined || second === undefined) throw new Error('a pair has two processes');
    return first.active ? [first, second] : [second, first];
  }

  async start(): Promise<void> {
    await until(() => this.#holders.some(({ active }) => active));
    const accounts = Array.from({ length: CLIENTS_OF_A_SHARD }, (_, index) => 1 + this.shard * 100 + index);
    this.#load = new HolderLoad({ holders: this.#holders, accounts, name: 'stops', pauseMs: REST_MS });
    await progress(this.load);
  }

  async end(): Promise<void> {
    await Promise.race([this.#load?.end(), pause(LIMIT_MS)]);
    await Promise.all(this.#holders.map((holder) => holder.kill()));
  }
}

/** Stops the process that has the shard, and lets it go on. Returns the milliseconds until the other one had it. */
async function stopOne(pair: Pair, index: number, { seconds: rest, chance }: StopSettings): Promise<number> {
  const { load } = pair;
  await pause(BETWEEN_STOPS_MS * (index + chance()));
  const [stopped, standby] = pair.inOrder;
  const failure = performance.now();
  stopped.signal('SIGSTOP');
  await until(() => standby.active);
  const taken = performance.now() - failure;
  await progress(load);
  await pause(failure + rest * 1000 - performance.now());
  stopped.signal('SIGCONT');
  await until(() => !stopped.active);
  await progress(load);
  for (const { fatal } of [stopped, standby]) if (fatal !== undefined) throw new Error(fatal);
  return taken;
}

async function progress(load: HolderLoad): Promise<void> {
  const before = load.answers.size;
  await until(() => load.answers.size > before + CLIENTS_OF_A_SHARD);
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`nothing happened within ${LIMIT_MS} ms`);
    await pause(LOOK_MS);
  }
}
