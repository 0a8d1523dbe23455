import type { Browser, CDPSession, Page } from 'playwright-core';
import { PHONE } from './phone.ts';

/** Times between frames in milliseconds, measured in the page. */
export interface FrameFigures {
  readonly frames: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly worstMs: number;
  /** Frames longer than two frames of a 60 Hz screen. */
  readonly over33Ms: number;
  /** Changed text nodes per second, which prove that the page was updating. */
  readonly changesPerSecond: number;
  /** Share of time with a busy main thread, in per cent. */
  readonly busyPercent: number;
}

/** Page and conditions of one measurement. */
export interface FrameCase {
  readonly path: string;
  /** Selector of an element that must exist before the measurement starts. */
  readonly ready: string;
  readonly scrolling?: boolean;
  /** Factor by which the CPU is throttled. */
  readonly slower?: number;
}

const SETTLE_MS = 4_000;

/** Measures the frames of a page on an emulated phone for some seconds, after the page has settled. */
export async function watchFrames(
  browser: Browser,
  url: string,
  { path, ready, scrolling = false, slower = 1 }: FrameCase,
  seconds: number,
): Promise<FrameFigures> {
  const context = await browser.newContext(PHONE);
  await context.addCookies([{ name: 'lang', value: 'en', url }]);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await page.locator(ready).first().waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  if (slower > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  if (scrolling) await scrollOn(page);
  const busyBefore = await busySeconds(devtools);
  const { gaps, changes } = await page.evaluate(
    (ms) =>
      new Promise<{ gaps: number[]; changes: number }>((resolve) => {
        const times: number[] = [];
        let seen = 0;
        new MutationObserver((records) => {
          seen += records.filter(({ type }) => type === 'characterData').length;
        }).observe(document.body, { characterData: true, subtree: true });
        const end = performance.now() + ms;
        const next = (now: number): void => {
          times.push(now);
          if (now < end) requestAnimationFrame(next);
          else resolve({ gaps: times.slice(1).map((time, index) => time - (times[index] ?? time)), changes: seen });
        };
        requestAnimationFrame(next);
      }),
    seconds * 1000,
  );
  const busy = (await busySeconds(devtools)) - busyBefore;
  await context.close();
  return {
    ...figuresOf(gaps),
    changesPerSecond: Math.round(changes / seconds),
    busyPercent: Number(((busy / seconds) * 100).toFixed(1)),
  };
}

async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Scrolls the longest list up and down without end. */
async function scrollOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [list] = [...document.querySelectorAll('*')]
      .filter((element) => element.scrollHeight > element.clientHeight + 500)
      .sort((one, other) => other.scrollHeight - one.scrollHeight);
    let step = 8;
    const next = (): void => {
      if (list === undefined) return;
      list.scrollTop += step;
      if (list.scrollTop <= 0 || list.scrollTop >= list.scrollHeight - list.clientHeight) step = -step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

function figuresOf(gaps: readonly number[]): Omit<FrameFigures, 'changesPerSecond' | 'busyPercent'> {
  const sorted = Float64Array.from(gaps).sort();
  const quantile = (share: number): number =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2));
  return {
    frames: gaps.length,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    worstMs: quantile(1),
    over33Ms: gaps.filter((gap) => gap > 33.5).length,
  };
}
