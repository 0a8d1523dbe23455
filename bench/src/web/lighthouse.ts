import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { launchBrowser } from '../../../e2e/src/support/browser.ts';
import { freePort } from '../../../tools/src/free-port.ts';

/** Landing pages of visitors. */
const LANDING: Readonly<Record<string, string>> = { home: '/', trade: '/#/trade', login: '/#/login' };
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

/** The landing pages, or with `all` every screen that needs no sign-in, by its path in the router. */
export function pagesOf(routes: string): Readonly<Record<string, string>> {
  if (routes === 'landing') return LANDING;
  if (routes !== 'all') return Object.fromEntries(routes.split(',').map((path) => [path, `/#${path}`]));
  const source = readFileSync(join('apps', 'trader', 'src', 'app', 'routes.ts'), 'utf8');
  const paths = [...source.matchAll(/\{ path: '([^']+)', page: \w+,([^}]*)\}/g)]
    .filter(([, , rest = '']) => !rest.includes('login: true'))
    .map(([, path = '']) => path);
  return Object.fromEntries(paths.map((path) => [path, `/#${path}`]));
}

/** Runs Lighthouse `rounds` times on each page and returns the round with the median performance. */
export async function scorePages(
  url: string,
  rounds: number,
  pages: Readonly<Record<string, string>>,
): Promise<Record<string, PageScore>> {
  const port = await freePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] });
  const scores: Record<string, PageScore> = {};
  try {
    for (const [name, path] of Object.entries(pages)) {
      scores[name] = await scorePage(`${url}${path}`, port, rounds);
      const { lcpMs, tbtMs, cls, performance } = scores[name];
      console.log(`${name}: performance ${performance}, LCP ${lcpMs} ms, TBT ${tbtMs} ms, CLS ${cls}`);
    }
    return scores;
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
