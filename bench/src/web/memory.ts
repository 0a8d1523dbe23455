import type { Browser, CDPSession } from 'playwright-core';
import { PHONE } from './phone.ts';

/** Memory of a page after a garbage collection. */
interface Sample {
  readonly minute: number;
  readonly heapMiB: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Memory of a page over time. The slope is a linear regression over the samples after the first third. */
export interface MemoryFigures {
  readonly minutes: number;
  readonly firstMiB: number;
  readonly lastMiB: number;
  readonly slopeMiBPerHour: number;
  readonly nodes: readonly [first: number, last: number];
  readonly listeners: readonly [first: number, last: number];
}

const SAMPLES = 30;
const LEAST_PAUSE_MS = 5_000;
const WARM_UP_MS = 15_000;

/** Keeps a page open under live quotes and samples its memory. */
export async function watchMemory(
  browser: Browser,
  url: string,
  path: string,
  minutes: number,
): Promise<MemoryFigures> {
  const context = await browser.newContext(PHONE);
  await context.addCookies([{ name: 'lang', value: 'en', url }]);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.waitForTimeout(WARM_UP_MS);
  const begin = Date.now();
  const pause = Math.max(LEAST_PAUSE_MS, (minutes * 60_000) / SAMPLES);
  const samples = [await takeSample(devtools, begin)];
  while (Date.now() - begin < minutes * 60_000) {
    await page.waitForTimeout(pause);
    samples.push(await takeSample(devtools, begin));
  }
  await context.close();
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no samples');
  return {
    minutes,
    firstMiB: first.heapMiB,
    lastMiB: last.heapMiB,
    slopeMiBPerHour: slopeOf(samples.slice(Math.floor(samples.length / 3))),
    nodes: [first.nodes, last.nodes],
    listeners: [first.listeners, last.listeners],
  };
}

async function takeSample(devtools: CDPSession, begin: number): Promise<Sample> {
  // Twice: the first collection runs finalisers, the second frees the objects that only they kept.
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    minute: (Date.now() - begin) / 60_000,
    heapMiB: Number((usedSize / 2 ** 20).toFixed(3)),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/** Slope by least squares, in MiB per hour. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, heap] = [mean(({ minute }) => minute), mean(({ heapMiB }) => heapMiB)];
  const above = samples.reduce((sum, { minute, heapMiB }) => sum + (minute - time) * (heapMiB - heap), 0);
  const below = samples.reduce((sum, { minute }) => sum + (minute - time) ** 2, 0);
  return Number(((above / below) * 60).toFixed(3));
}
