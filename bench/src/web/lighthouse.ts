import lighthouse from 'lighthouse';
import { launchBrowser } from '../../../e2e/src/support/browser.ts';
import { freePort } from '../../../tools/src/free-port.ts';

/** Landing pages of visitors. */
const PAGES = { home: '/', trade: '/#/trade', login: '/#/login' } as const;
/** Screen of a phone. Network and CPU throttling are Lighthouse's mobile defaults (slow 4G, CPU 4 times slower). */
const SCREEN = { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false } as const;

/** Lighthouse scores of a page; times in milliseconds. */
export interface PageScore {
  readonly performance: number;
  readonly accessibility: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly fcpMs: number;
  /** Audits with a score below 0.9. */
  readonly causes: readonly string[];
}

/** Runs Lighthouse `rounds` times on each page and returns the round with the median performance. */
export async function scorePages(url: string, rounds: number): Promise<Record<keyof typeof PAGES, PageScore>> {
  const port = await freePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  try {
    return {
      home: await scorePage(`${url}${PAGES.home}`, port, rounds),
      trade: await scorePage(`${url}${PAGES.trade}`, port, rounds),
      login: await scorePage(`${url}${PAGES.login}`, port, rounds),
    };
  } finally {
    await browser.close();
  }
}

async function scorePage(url: string, port: number, rounds: number): Promise<PageScore> {
  const scores: PageScore[] = [];
  for (let round = 0; round < rounds; round += 1) scores.push(await once(url, port));
  const median = scores.sort((one, other) => one.performance - other.performance)[Math.floor(rounds / 2)];
  if (median === undefined) throw new Error('needs at least one round');
  return median;
}

async function once(url: string, port: number): Promise<PageScore> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility'],
    formFactor: 'mobile',
    screenEmulation: SCREEN,
  });
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { audits, categories } = result.lhr;
  const figure = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const score = (id: string): number => Math.round((categories[id]?.score ?? Number.NaN) * 100);
  const causes = Object.values(audits)
    .filter((audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
    .map((audit) => `${audit.id}${audit.displayValue === undefined ? '' : ` (${audit.displayValue})`}`);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    lcpMs: Math.round(figure('largest-contentful-paint')),
    tbtMs: Math.round(figure('total-blocking-time')),
    cls: Number(figure('cumulative-layout-shift').toFixed(4)),
    fcpMs: Math.round(figure('first-contentful-paint')),
    causes,
  };
}
