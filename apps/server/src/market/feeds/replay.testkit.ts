import type { RawTick } from './feed.ts';
import { ReplayFeed } from './replay.ts';

/** The calls of a feed. */
export interface Heard {
  readonly ticks: readonly RawTick[];
  readonly malformed: number;
  /** True when market time was ever behind a delivered tick. */
  readonly wasBehind: boolean;
}

/** Plays a path to its end. */
export async function play(path: string, speed = Number.POSITIVE_INFINITY): Promise<Heard> {
  const feed = await ReplayFeed.open({ path, speed, clock: () => Date.now() });
  const ticks: RawTick[] = [];
  let malformed = 0;
  let wasBehind = false;
  await new Promise<void>((resolve, reject) => {
    feed
      .start({
        tick: (tick) => {
          ticks.push(tick);
          wasBehind ||= feed.now() < tick.time;
        },
        malformed: () => {
          malformed += 1;
        },
        ended: resolve,
      })
      .catch(reject);
  });
  await feed.stop();
  return { ticks, malformed, wasBehind };
}
