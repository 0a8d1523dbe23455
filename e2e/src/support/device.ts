import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { TestRunner, onTestFailed } from 'vitest';
import { goTo } from './gone.ts';
import { shake } from './shake.ts';
import { sayIn, textsOf } from './texts.ts';

/** Storage key of a page's session. */
export const SESSION_KEY = 'fairlot.session';

/**
 * Timeout of actions. It is far longer than any action takes on a busy machine, and only ends those that would never
 * finish.
 */
const ACTION_TIMEOUT_MS = 90_000;

/** Characters of a page's report that the failed journey's error repeats. */
const IN_ERROR = 600;

/** Folder for screenshots of the steps; none are taken unless it is set. */
const SHOTS = process.env['FAIRLOT_SHOTS'];

export interface DeviceOptions {
  readonly language?: string;
  readonly scheme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  /** Time zone of the device, such as Europe/Athens; default: the machine's. */
  readonly timeZone?: string;
  /** Language of the browser, such as de-AT, on a device whose user has not chosen a language of the page yet. */
  readonly browserLanguage?: string;
  /** Allows the page's service worker. Other journeys run without it, so that each is a first visit. */
  readonly worker?: boolean;
}

/** A browser context that emulates a device (a phone by default), with one page. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The text of a key in the device's language, with its values filled in. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** Errors of the page so far: exceptions, and errors on its console. */
  readonly troubles: readonly string[];
  /** Takes a screenshot if FAIRLOT_SHOTS names a folder. */
  readonly shot: (name: string) => Promise<void>;
  readonly open: (route: string) => Promise<void>;
}

/** Opens a device: a phone of 390 × 844 points with touch unless the options name another size. */
export async function openDevice(browser: Browser, url: string, options: DeviceOptions = {}): Promise<Device> {
  const language = options.language ?? 'en';
  const context = await browser.newContext({
    viewport: options.size ?? { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: options.size === undefined,
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'no-preference',
    serviceWorkers: options.worker === true ? 'allow' : 'block',
    ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
    ...(options.browserLanguage === undefined ? {} : { locale: options.browserLanguage }),
  });
  if (options.browserLanguage === undefined) await context.addCookies([{ name: 'lang', value: language, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  await shake(page);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  reportOnFailure(page, troubles);
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
    open: (route) => goTo(page, `${url}/#${route}`),
  };
}

/** Reports the page's contents when a journey fails, because a timeout alone does not explain the failure. */
function reportOnFailure(page: Page, troubles: readonly string[]): void {
  // Pages of `beforeAll` belong to no test.
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFailed(async ({ task }) => {
    if (page.isClosed()) return;
    const shows = await whatPageShows(page);
    console.error(`${shows}\nwith ${JSON.stringify(troubles)}`);
    const error = task.result?.errors?.[0];
    // The end of a long log has only the errors, so theirs is the place where the report is found.
    if (error?.stack !== undefined) error.stack += `\n${shows.replaceAll(/\s+/gu, ' ').slice(0, IN_ERROR)}`;
  });
}

/** Puts a session into the storage of a device's pages, in the form in which the page stores it, until they end it. */
export async function keepSession({ context }: Device, session: string): Promise<void> {
  await context.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [SESSION_KEY, session] as const,
  );
}

/** Describes the page for the report of a failed journey: its address and the beginning of its text. */
export async function whatPageShows(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => '(no text)');
  return `A page of the failed journey was at ${page.url()} and showed:\n${text.slice(0, 1_500)}`;
}

/** Waits for a message, starting before the action that causes it, because messages disappear after some seconds. */
export async function seen(message: Locator, action: () => Promise<unknown>): Promise<void> {
  const shown = message.waitFor();
  shown.catch(() => undefined);
  await action();
  await shown;
}

/** Signs in to a demo account from the login screen, and waits until that screen has closed. */
export async function signInToDemo({ page, say, open }: Device): Promise<void> {
  await open('/login');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.waitForURL((url) => !url.hash.includes('login'));
}
