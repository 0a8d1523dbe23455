import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../e2e/src/support/browser.ts';
import { withoutSettings } from '../../tools/src/testing/without-settings.ts';
import { report } from './report.ts';

const SETTINGS = { rounds: 3, port: 3917, goalMs: 10_000 };

/**
 * Measures the time from `npm start` to the first price change on the open page. The first start has an empty data folder
 * (embedded database, migrations, reference data, history). The pages are already built, as on any start but the first.
 */
export async function run(): Promise<void> {
  const browser = await launchBrowser();
  const rounds = [];
  for (let round = 0; round < SETTINGS.rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'fairlot-start-'));
    try {
      rounds.push({ firstStartMs: await once(browser, folder), secondStartMs: await once(browser, folder) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  await browser.close();
  report('start', SETTINGS, { rounds });
}

async function once(browser: Browser, folder: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    env: {
      ...withoutSettings(process.env),
      PORT: String(SETTINGS.port),
      HOST: '127.0.0.1',
      FAIRLOT_DATA_DIR: folder,
      FAIRLOT_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await firstMove(browser, `http://127.0.0.1:${SETTINGS.port}`);
    return Math.round(performance.now() - started);
  } finally {
    await stopped(child);
  }
}

/** Reloads the page until the server answers, then waits until the list shows a changed price for EURUSD. */
async function firstMove(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  while (
    !(await page.goto(url).then(
      (answer) => answer?.ok() === true,
      () => false,
    ))
  )
    await page.waitForTimeout(50);
  await page.waitForFunction(() => {
    const shown = document.querySelector('[data-testid="row-EURUSD"]')?.textContent ?? '';
    const memory = window as { firstShown?: string };
    if (shown !== '') memory.firstShown ??= shown;
    return memory.firstShown !== undefined && shown !== '' && shown !== memory.firstShown;
  });
  await page.close();
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

if (process.argv[1]?.includes('bench-src-start')) await run();
