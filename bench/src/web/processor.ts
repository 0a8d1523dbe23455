import type { Browser, CDPSession } from 'playwright-core';
import { PHONE } from './phone.ts';

/** Processor time of the browser while a page with live quotes is open, in per cent of one core. */
export interface ProcessorFigures {
  readonly percent: number;
  /** The same for a visitor who prefers reduced motion, so that no price flashes. */
  readonly stillPercent: number;
}

const SETTLE_MS = 5_000;

/** Measures the processor time of all of the browser's processes on an emulated phone, after the page has settled. */
export async function watchProcessor(
  browser: Browser,
  url: string,
  path: string,
  seconds: number,
): Promise<ProcessorFigures> {
  const measure = (reducedMotion: 'reduce' | 'no-preference'): Promise<number> =>
    percentOf(browser, `${url}/#${path}`, { reducedMotion, seconds });
  return { percent: await measure('no-preference'), stillPercent: await measure('reduce') };
}

interface Conditions {
  readonly reducedMotion: 'reduce' | 'no-preference';
  readonly seconds: number;
}

async function percentOf(browser: Browser, url: string, { reducedMotion, seconds }: Conditions): Promise<number> {
  const context = await browser.newContext({ ...PHONE, reducedMotion });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await browser.newBrowserCDPSession();
  const before = await processorSeconds(devtools);
  await page.waitForTimeout(seconds * 1000);
  const used = (await processorSeconds(devtools)) - before;
  await devtools.detach();
  await context.close();
  return Number(((used / seconds) * 100).toFixed(1));
}

async function processorSeconds(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
