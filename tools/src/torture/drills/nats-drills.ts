import { pause } from '../../../../apps/server/src/platform/pause.ts';
import { SHARDS } from '../../cluster/layout.ts';
import { type Drill, type DrillResult, GOALS, LIMIT_MS, WINDOW_MS, commandsOf, seconds, takeovers } from './drill.ts';
import { quantile, waits } from './figures.ts';

/** Longer than a connection of NATS needs to notice that nothing passes. */
const PARTITION_MS = 10_000;
const SLOW_MS = 10_000;
/** A slow NATS stands still for the first time, and passes everything on for the second, again and again. */
const STILL_MS = 200;
const PASSING_MS = 50;

/** NATS dies, and comes back. */
export function killNats(drill: Drill): Promise<DrillResult> {
  const { nats } = drill.cluster;
  return withoutNats(
    drill,
    () => nats.end('SIGKILL'),
    () => nats.start(),
  );
}

/** Nothing passes, but the connections stay, as behind a network that drops everything. */
export function partitionNats(drill: Drill): Promise<DrillResult> {
  const { nats } = drill.cluster;
  return withoutNats(
    drill,
    () => nats.signal('SIGSTOP'),
    async () => {
      await pause(PARTITION_MS - WINDOW_MS);
      nats.signal('SIGCONT');
    },
  );
}

async function withoutNats(
  drill: Drill,
  begin: () => Promise<void> | void,
  end: () => Promise<void>,
): Promise<DrillResult> {
  await begin();
  const grey = await drill.market.until(true, LIMIT_MS);
  await pause(WINDOW_MS);
  await end();
  const back = performance.now();
  const fresh = await drill.market.until(false, LIMIT_MS);
  const answered = Math.max(...(await takeovers(drill, SHARDS, back)));
  return {
    figures: `quotes in doubt after ${seconds(grey)} (goal ${seconds(GOALS.greyMs)}), again dealt on ${seconds(fresh)} and orders answered ${seconds(answered)} after its return (goal ${seconds(GOALS.backMs)})`,
    problems: [
      ...(grey === undefined ? ['quotes were shown as current while NATS was away'] : []),
      ...(fresh === undefined ? ['quotes stayed in doubt after the return of NATS'] : []),
    ],
  };
}

/** Each message may wait for a fifth of a second. Trading becomes slower; nothing else may change. */
export async function slowNats(drill: Drill): Promise<DrillResult> {
  const { nats } = drill.cluster;
  await pause(WINDOW_MS);
  const begin = performance.now();
  while (performance.now() - begin < SLOW_MS) {
    nats.signal('SIGSTOP');
    await pause(STILL_MS);
    nats.signal('SIGCONT');
    await pause(PASSING_MS);
  }
  const end = performance.now();
  const fresh = await drill.market.until(false, LIMIT_MS);
  const answered = Math.max(...(await takeovers(drill, SHARDS, end)));
  const p99 = (from: number, to: number): string =>
    quantile(waits(commandsOf(drill, SHARDS, from), from, to), 0.99).toFixed(0);
  return {
    figures: `p99 of commands ${p99(begin - WINDOW_MS, begin)} ms before and ${p99(begin, end)} ms meanwhile; dealt on ${seconds(fresh)} and answered ${seconds(answered)} after the end (goal ${seconds(GOALS.backMs)})`,
    problems: fresh === undefined ? ['quotes stayed in doubt after NATS was fast again'] : [],
  };
}
