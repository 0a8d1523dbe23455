import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Settings } from './fairlot.ts';

const START = Date.UTC(2026, 10, 18, 12);
const SECOND_MS = 1000;
/** Far more than a file of journeys takes. */
const SECONDS = 3600;

/** The steps of a rising market, in price. */
export interface Rise {
  /** By which EURUSD rises in a second. */
  readonly perSecond: number;
  readonly spread: number;
}

/**
 * Registers the hooks of a recording in which EURUSD rises steadily, and returns the settings of a server that replays it.
 * Its database must be `empty`: rows of the run's template are later than the recording, and time never runs backwards.
 */
export function risingMarket({ perSecond, spread }: Rise): () => Settings {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairlot-rising-'));
    const ticks = Array.from({ length: SECONDS }, (_, second) => {
      const bid = 1.1 + second * perSecond;
      return `${START + second * SECOND_MS},${bid.toFixed(5)},${(bid + spread).toFixed(5)}\n`;
    });
    await writeFile(join(folder, 'eurusd-20261118.csv'), ticks.join(''));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => ({ FAIRLOT_FEED: `replay:${folder}`, FAIRLOT_SESSIONS: 'always' });
}
