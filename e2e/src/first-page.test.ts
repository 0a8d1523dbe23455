import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SESSION_KEY } from './support/device.ts';
import { testApp } from './support/test-app.ts';
import { textsOf } from './support/texts.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const FIRST = join('apps', 'trader', 'dist', 'first');

const app = testApp();

interface Visit {
  readonly page: Page;
  /** Lets the program of the page come. */
  readonly release: () => Promise<void>;
  /** Files of the program that the page has asked for. */
  readonly asked: readonly string[];
}

/** Opens an address on a phone whose program does not come yet. */
async function visit(
  path: string,
  { language, token, ...options }: BrowserContextOptions & { readonly language?: string; readonly token?: string } = {},
): Promise<Visit> {
  const context = await app.browser.newContext({ ...PHONE, serviceWorkers: 'block', ...options });
  if (language !== undefined) await context.addCookies([{ name: 'lang', value: language, url: app.fairlot.url }]);
  const page = await context.newPage();
  if (token !== undefined)
    await page.addInitScript(
      ([key = '', kept = '']) => localStorage.setItem(key, JSON.stringify({ token: kept })),
      [SESSION_KEY, token],
    );
  await page.addInitScript(noteRoot);
  const asked: string[] = [];
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    asked.push(route.request().url());
    if (isHeld) held.push(route);
    else await route.continue();
  });
  // Neither its calls: the page is compared before it knows any figure.
  await page.route(/\/(?:api|v1)\//, () => undefined);
  await page.goto(app.fairlot.url + path, { waitUntil: 'commit' });
  const release = async (): Promise<void> => {
    isHeld = false;
    for (const route of held) await route.continue();
  };
  return { page, release, asked };
}

/** Runs in the page: notes whether its root was there when its program was added. A program in the cache runs at once. */
function noteRoot(): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('script[type=module]') === null) return;
    observer.disconnect();
    document.documentElement.dataset['root'] = String(document.getElementById('root') !== null);
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: changes its address when its router begins to listen, so that the router is not told. */
function changeAddressOnceDrawn(): void {
  const add = globalThis.addEventListener;
  globalThis.addEventListener = (...given: Parameters<typeof add>) => {
    const isDrawn = document.querySelector('#root > :not([inert]) main') !== null;
    if (given[0] === 'popstate' && isDrawn) history.replaceState(null, '', '#/rank');
    return add(...given);
  };
}

/** Places of what does not depend on figures: headings, paragraphs, fields, buttons and tabs. */
const places = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root :is(h1, p, label, input, nav a, [data-offer], section button)')].map(
      (each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return `${each.textContent} ${[x, y, width, height].map(Math.round).join(' ')}`;
      },
    ),
  );

/** Addresses of the first pages of a language. */
const addresses = (text: string): readonly string[] =>
  [...text.matchAll(/<template data-address="([^"]+)">/g)].map(([, address = '']) => address);

describe('before its program has come, a page on a phone', () => {
  it.each([
    ['/', 'hk', 'home.what'],
    ['/', 'ar', 'home.what'],
    ['/#/login', 'de', 'account.password'],
    ['/#/order', 'en', 'login.continueTo'],
    ['/#/register', 'fa', 'title.register'],
  ])('%s in %s shows what the program will show, at the same places', async (path, language, key) => {
    const { page, release, asked } = await visit(path, { language });
    const text = textsOf(language).get(key) ?? '';
    await page.getByText(text, { exact: true }).first().waitFor();
    // Without the style sheet nothing is painted, and places are others.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const before = await places(page);
    expect(before.length).toBeGreaterThan(5);
    expect(await page.evaluate(() => document.querySelector('#root > [inert]') !== null)).toBe(true);
    const direction = ['ar', 'fa'].includes(language) ? 'rtl' : 'ltr';
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    await release();
    await page.getByRole('main').first().waitFor();
    await page.waitForFunction(() => document.querySelector('#root > [inert]') === null);
    expect(await places(page)).toEqual(before);
    await page.context().close();
  });

  it('offers the browser’s language to those who have chosen none', async () => {
    const { page, release } = await visit('/', { locale: 'de-AT' });
    await page.getByText(textsOf('de').get('language.offer') ?? '').waitFor();
    await release();
    await page.context().close();
  });

  it('has the chosen theme', async () => {
    const { page, release } = await visit('/#/login', { language: 'en', colorScheme: 'dark' });
    await page.getByText(textsOf('en').get('account.password') ?? '', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await release();
    await page.context().close();
  });

  it('offers to load again when the program cannot be loaded', async () => {
    const { page, release } = await visit('/', { language: 'en' });
    await page.getByText(textsOf('en').get('home.what') ?? '').waitFor();
    await release();
    await page.route(/\/assets\/start-[^/]+\.js$/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Fairlot ↻' }).waitFor();
    await page.context().close();
  });
});

it('follows an address that has changed while the program was drawn, before its router listens', async () => {
  const context = await app.browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addCookies([{ name: 'lang', value: 'en', url: app.fairlot.url }]);
  const page = await context.newPage();
  await page.addInitScript(changeAddressOnceDrawn);
  await page.goto(app.fairlot.url);
  await page.getByRole('heading', { name: textsOf('en').get('title.ranking') ?? '', exact: true }).waitFor();
  expect(await page.evaluate(() => location.hash)).toBe('#/rank');
  await context.close();
});

it('a signed-in user’s page paints nothing of a visitor’s, asks for its program at once, and runs it once it is read', async () => {
  const { page, release, asked } = await visit('/', { language: 'en', token: 'x'.repeat(43) });
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(await page.locator('main').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset['root'])).toBe('true');
  await release();
  await page.context().close();
});

it('the build renders every first page in every language, without styles that the policy forbids', () => {
  const files = readdirSync(FIRST).filter((name) => name.endsWith('.html'));
  expect(files).toHaveLength(21);
  for (const file of files) {
    const text = readFileSync(join(FIRST, file), 'utf8');
    expect(addresses(text)).toEqual(['/', '/trade', '/rank', '/login', '/register', '/forgot', '/login?from=']);
    expect(text).not.toMatch(/ style="| onclick=/);
    expect(text.match(/data-offer=""/g)).toHaveLength(7);
  }
});
