import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { sayIn, textsOf } from './texts.ts';

/** Where a page keeps who is signed in. */
export const SESSION_KEY = 'fairlot.session';

/** Where pictures of the steps go; nowhere unless it is set. */
const SHOTS = process.env['FAIRLOT_SHOTS'];

export interface PhoneOptions {
  readonly language?: string;
  readonly scheme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether the page may have its service worker. Journeys about something else go without: each is a first visit. */
  readonly worker?: boolean;
}

/** A phone with a page of the site open on it. */
export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The text of a key in the phone's language, with its values filled in. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** What went wrong in the page so far: exceptions, and errors on its console. */
  readonly troubles: readonly string[];
  /** Takes a picture when FAIRLOT_SHOTS names a folder. */
  readonly shot: (name: string) => Promise<void>;
  readonly open: (route: string) => Promise<void>;
}

/** Opens the site on a phone of 390 × 844 points with touch. */
export async function openPhone(browser: Browser, url: string, options: PhoneOptions = {}): Promise<Phone> {
  const language = options.language ?? 'en';
  const context = await browser.newContext({
    viewport: options.size ?? { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: options.size === undefined,
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'no-preference',
    serviceWorkers: options.worker === true ? 'allow' : 'block',
  });
  await context.addCookies([{ name: 'lang', value: language, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  tellOnFailure(page, troubles);
  const texts = textsOf(language);
  return {
    context,
    page,
    troubles,
    say: (key, values = {}) => sayIn(texts, key, values),
    shot: async (name) => {
      if (SHOTS === undefined) return;
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({
        path: join(SHOTS, `${name}-${language}${options.scheme === 'dark' ? '-dark' : ''}.png`),
      });
    },
    open: async (route) => {
      await page.goto(`${url}/#${route}`);
    },
  };
}

/** A failed journey says what its page showed: a time-out alone does not say what came instead. */
function tellOnFailure(page: Page, troubles: readonly string[]): void {
  if (expect.getState().currentTestName === undefined) return;
  onTestFailed(async () => {
    if (page.isClosed()) return;
    console.error(`${await whatPageShows(page)}\nwith ${JSON.stringify(troubles)}`);
  });
}

/** Has the pages of a phone begin with a session (as the page itself keeps it), until they end it. */
export async function keepSession({ context }: Phone, session: string): Promise<void> {
  await context.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [SESSION_KEY, session] as const,
  );
}

/** For the report of a failed journey: where the page is, and the beginning of what can be read on it. */
export async function whatPageShows(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => '(no text)');
  return `A page of the failed journey was at ${page.url()} and showed:\n${text.slice(0, 1_500)}`;
}

/** Signs in to a demo account from the login screen, and leaves it. */
export async function signInToDemo({ page, say, open }: Phone): Promise<void> {
  await open('/login');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.waitForURL((url) => !url.hash.includes('login'));
}
