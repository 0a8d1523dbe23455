import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { fillClients } from '../../apps/server/tests/support/many-clients.ts';
import { launchBrowser } from '../../e2e/src/support/browser.ts';
import { StaffClient } from '../../e2e/src/support/staff-client.ts';
import { CLIENTS, WANTED, searchesForWanted } from './clients/wanted.ts';
import { log } from './orders/host.ts';
import { launch } from './process.ts';
import { report } from './report.ts';

const ROUNDS = 5;
const WANTED_UID = String(WANTED + 10_000_000);
const LIMIT_MS = 20_000;
/** The first start makes the history of the market next to a large database. */
const START_LIMIT_MS = 900_000;
/** The office searches when nobody has typed for so long (apps/office/src/lists/Filters.tsx). */
const DEBOUNCE_MS = 300;
/** Its fingerprint is made with the key of the server. */
const LEFT_OUT = new Set(['document']);

/**
 * Measures the office's search for one of a million clients in Chromium: from the last change of the search field until
 * the list on the screen has the right client.
 */
export async function run(): Promise<void> {
  // The server delivers the pages as they are built.
  if (spawnSync(process.execPath, ['tools/build.mjs', '--if-needed'], { stdio: 'inherit' }).status !== 0)
    throw new Error('the pages could not be built');
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-find-'));
  try {
    const searches = await filled(folder);
    const server = await launch(
      'apps/server/src/main.ts',
      { FAIRLOT_DATA_DIR: folder, FAIRLOT_LOG_LEVEL: 'warn', FAIRLOT_CALLS_PER_SECOND: '0', FAIRLOT_STRATEGIES: 'off' },
      '/readyz',
      START_LIMIT_MS,
    );
    try {
      const link = await setUpLink(folder);
      const figures = await inBrowser(`http://127.0.0.1:${server.port}`, link, searches);
      report('find-client', { clients: CLIENTS, rounds: ROUNDS, debounceMs: DEBOUNCE_MS }, figures);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The link that the server writes a moment after it is ready. */
async function setUpLink(folder: string): Promise<string> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const link = await readFile(join(folder, 'setup-link'), 'utf8').catch(() => '');
    if (link.endsWith('\n')) return link.trim();
    if (Date.now() > deadline) throw new Error('the server wrote no link for its first administrator');
    await delay(50);
  }
}

async function filled(folder: string): Promise<Readonly<Record<string, string>>> {
  const database = await openDatabase({ dataFolder: folder, role: 'owner', log });
  try {
    await fillClients(database.pool, CLIENTS);
    return await searchesForWanted(database.pool);
  } finally {
    await database.close();
  }
}

async function inBrowser(
  url: string,
  link: string,
  searches: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, object>>> {
  const root = await StaffClient.setUp(url, link, 'root');
  const { token } = await root.call('staffInvite', {
    name: 'compliance',
    roles: ['compliance', 'finance'],
    email: 'c@staff.example',
  });
  const reader = await StaffClient.setUp(url, token ?? '', 'compliance');
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies([
      { ...reader.cookie, url },
      { name: 'lang', value: 'en', url },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(`${url}/office/#/users`);
    await page.getByTestId('row').first().waitFor();
    const figures: Record<string, object> = {};
    for (const [name, text] of Object.entries(searches))
      if (!LEFT_OUT.has(name)) figures[name] = await measured(page, text);
    return figures;
  } finally {
    await browser.close();
  }
}

async function measured(page: Page, text: string): Promise<object> {
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.getByRole('searchbox').fill('');
    // The list without a search has the newest clients. Rows of the last search stay until it is read.
    await page.waitForFunction((uid) => {
      const rows = [...document.querySelectorAll('[data-testid=row]')];
      return rows.length > 1 && !rows.some((row) => row.textContent.includes(uid));
    }, WANTED_UID);
    all.push(await shownAfter(page, text));
  }
  all.sort((one, other) => one - other);
  const rows = await page.getByTestId('row').count();
  const [median = Number.NaN, worst = Number.NaN] = [all[Math.floor(ROUNDS / 2)], all.at(-1)];
  return {
    rows,
    medianMs: Math.round(median),
    worstMs: Math.round(worst),
    medianAfterDebounceMs: Math.round(median - DEBOUNCE_MS),
  };
}

/** Milliseconds from the change of the field to the frame that shows the client. */
async function shownAfter(page: Page, text: string): Promise<number> {
  const shown = page.evaluate(
    ({ uid }) =>
      new Promise<number>((resolve) => {
        let begin = Number.NaN;
        document.addEventListener('input', () => (begin = performance.now()), { once: true, capture: true });
        const look = (): void => {
          const rows = [...document.querySelectorAll('[data-testid=row]')];
          const isThere = !Number.isNaN(begin) && rows.some((row) => row.textContent.includes(uid));
          if (isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
          else requestAnimationFrame(look);
        };
        look();
      }),
    { uid: WANTED_UID },
  );
  await page.getByRole('searchbox').fill(text);
  return shown;
}

if (process.argv[1]?.includes('bench-src-find-client')) await run();
