// `npm run bench:web [-- --minutes 60] [--rounds 5] [--seconds 20] [--only sizes,lighthouse,processor,frames,memory] [--routes all]`
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/src/support/browser.ts';
import { pageSizes } from '../../tools/src/page-sizes.ts';
import { launch } from './process.ts';
import { report } from './report.ts';
import { watchFrames } from './web/frames.ts';
import type { FrameCase } from './web/frames.ts';
import { pagesOf, scorePages } from './web/lighthouse.ts';
import { watchMemory } from './web/memory.ts';
import { watchProcessor } from './web/processor.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    /** Pages of Lighthouse: `landing`, `all`, or paths of the router. */
    routes: { type: 'string', default: 'landing' },
    only: { type: 'string', default: 'sizes,lighthouse,processor,frames,memory' },
  },
});
const [minutes, rounds, seconds] = [Number(values.minutes), Number(values.rounds), Number(values.seconds)];
const wanted = new Set(values.only.split(','));

/** A first start writes the history of the market, which takes long while other programs use the machine. */
const START_LIMIT_MS = 300_000;
const ROWS = 200;
const TICKS_PER_SECOND = 80;
/** Highest rate of the gateway: every row four times per second. */
const MOST_TICKS_PER_SECOND = 800;
const GOALS = {
  lighthouse: 'performance >= 95, accessibility 100, LCP <= 1800 ms, TBT <= 150 ms, CLS <= 0.05',
  frames: 'home: p95 <= 17 ms, none over 33 ms',
  memory: 'no slope',
};
const HOME = { path: '/', ready: '[data-testid=row-EURUSD]' };
const NAIVE = { path: '/bench/naive', ready: 'li' };
const CASES: Readonly<Record<string, FrameCase>> = {
  empty: { path: '/bench/empty', ready: '#root' },
  home: HOME,
  homeScrolling: { ...HOME, scrolling: true },
  homeSlowProcessor: { ...HOME, slower: 4 },
  naive: NAIVE,
  naiveSlowProcessor: { ...NAIVE, slower: 4 },
};

/** Parts of the benchmark. Each has its own result file, because some need an idle machine and one runs for an hour. */
const PARTS: Readonly<
  Record<string, { readonly settings: object; readonly measure: (url: string) => Promise<object> | object }>
> = {
  sizes: {
    settings: {},
    measure: () =>
      Object.fromEntries(
        pageSizes('apps/trader/dist').map(({ what, size, limit }) => [
          what,
          { sizeKiB: Number(size.toFixed(1)), limit },
        ]),
      ),
  },
  lighthouse: {
    settings: { rounds, routes: values.routes, goal: GOALS.lighthouse },
    measure: (url) => scorePages(url, rounds, pagesOf(values.routes)),
  },
  processor: { settings: { seconds }, measure: processor },
  frames: { settings: { rows: ROWS, ticksPerSecond: TICKS_PER_SECOND, seconds, goal: GOALS.frames }, measure: frames },
  memory: { settings: { rows: ROWS, ticksPerSecond: TICKS_PER_SECOND, minutes, goal: GOALS.memory }, measure: memory },
};

await run();

/** Runs the wanted parts one after the other against one server. */
async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-web-'));
  const server = await launch(
    'apps/server/src/main.ts',
    {
      FAIRLOT_DATA_DIR: folder,
      FAIRLOT_LOG_LEVEL: 'warn',
      FAIRLOT_CALLS_PER_SECOND: '0',
      FAIRLOT_DEMOS_PER_HOUR: '0',
      FAIRLOT_STRATEGIES: 'off',
    },
    '/readyz',
    START_LIMIT_MS,
  );
  const url = `http://127.0.0.1:${server.port}`;
  try {
    for (const [part, { settings, measure }] of Object.entries(PARTS)) {
      if (wanted.has(part)) report(fileOf(part), { phone: '390 × 844 at 2', ...settings }, await measure(url));
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Other pages than the landing ones have a result file of their own. */
function fileOf(part: string): string {
  return part === 'lighthouse' && values.routes !== 'landing' ? 'web-lighthouse-routes' : `web-${part}`;
}

/** Watches the processor time of the market list and of the trade page, of the simulated market. */
async function processor(url: string): Promise<object> {
  const browser = await launchBrowser();
  try {
    return {
      home: await watchProcessor(browser, url, '/', seconds),
      trade: await watchProcessor(browser, url, '/trade', seconds),
    };
  } finally {
    await browser.close();
  }
}

async function frames(upstream: string): Promise<object> {
  const browser = await launchBrowser();
  try {
    const all: Record<string, object> = {};
    await underTicks(upstream, TICKS_PER_SECOND, async (url) => {
      for (const [name, each] of Object.entries(CASES)) all[name] = await watchFrames(browser, url, each, seconds);
    });
    await underTicks(upstream, MOST_TICKS_PER_SECOND, async (url) => {
      all['homeMostTicks'] = await watchFrames(browser, url, HOME, seconds);
      all['naiveMostTicks'] = await watchFrames(browser, url, NAIVE, seconds);
    });
    return all;
  } finally {
    await browser.close();
  }
}

/** Watches the memory of the market list and of the chart, both open at the same time. */
async function memory(upstream: string): Promise<object> {
  const browser: Browser = await launchBrowser();
  try {
    return await underTicks(upstream, TICKS_PER_SECOND, async (url) => {
      const [home, trade] = await Promise.all([
        watchMemory(browser, url, '/', minutes),
        watchMemory(browser, upstream, '/#/trade', minutes),
      ]);
      return { home, trade };
    });
  } finally {
    await browser.close();
  }
}

async function underTicks<T>(upstream: string, ticks: number, work: (url: string) => Promise<T>): Promise<T> {
  const market = await launch(
    'bench/src/web/market-server.ts',
    { UPSTREAM: upstream, ROWS: String(ROWS), TICKS_PER_SECOND: String(ticks) },
    '/bench/empty',
  );
  try {
    return await work(`http://127.0.0.1:${market.port}`);
  } finally {
    await market.stop();
  }
}
