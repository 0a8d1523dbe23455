import type { Browser, CDPSession } from 'playwright-core';

/** What a page holds after the garbage has been collected. */
interface Sample {
  readonly minute: number;
  readonly heapMiB: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** How a page's memory went; the slope is that of a straight line through the samples after the first third. */
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

/** Leaves a page open under quotes and weighs it again and again. */
export async function watchMemory(
  browser: Browser,
  url: string,
  path: string,
  minutes: number,
): Promise<MemoryFigures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addCookies([{ name: 'lang', value: 'en', url }]);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.waitForTimeout(WARM_UP_MS);
  const begin = Date.now();
  const pause = Math.max(LEAST_PAUSE_MS, (minutes * 60_000) / SAMPLES);
  const samples = [await weigh(devtools, begin)];
  while (Date.now() - begin < minutes * 60_000) {
    await page.waitForTimeout(pause);
    samples.push(await weigh(devtools, begin));
  }
  await context.close();
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was weighed');
  return {
    minutes,
    firstMiB: first.heapMiB,
    lastMiB: last.heapMiB,
    slopeMiBPerHour: slopeOf(samples.slice(Math.floor(samples.length / 3))),
    nodes: [first.nodes, last.nodes],
    listeners: [first.listeners, last.listeners],
  };
}

async function weigh(devtools: CDPSession, begin: number): Promise<Sample> {
  // Twice: what only finalisers kept goes with the second.
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

/** Least squares, in MiB an hour. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, heap] = [mean(({ minute }) => minute), mean(({ heapMiB }) => heapMiB)];
  const above = samples.reduce((sum, { minute, heapMiB }) => sum + (minute - time) * (heapMiB - heap), 0);
  const below = samples.reduce((sum, { minute }) => sum + (minute - time) ** 2, 0);
  return Number(((above / below) * 60).toFixed(3));
}
