import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { seen } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { sendButton } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

/** Takes a screenshot of a page that is not the device's first, if FAIRLOT_SHOTS names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['FAIRLOT_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Waits until the service worker controls the page and has cached everything for a start without a network. */
async function isServed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The page loaded its texts before the worker existed; the worker caches them when the page names them.
  await page.waitForFunction(async () => {
    for (const name of performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((url) => url.includes('/assets/'))) {
      if ((await caches.match(name)) === undefined) return false;
    }
    return true;
  });
}

/** Waits until the device has stored the market. */
async function isKept(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('fairlot.market') !== null);
}

/**
 * Switches notifications on for the signed-in user. A headless browser shows no notifications and has no push service,
 * so this replaces both. Returns a function that reads the calls made to them.
 */
async function wantsPush(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('fairlot.session') ?? '{}') as { user: { uid: string } };
    localStorage.setItem('fairlot.push', JSON.stringify({ user: user.uid }));
    const left: string[] = [];
    Object.assign(globalThis, { left });
    ServiceWorkerRegistration.prototype.getNotifications = () =>
      Promise.resolve([{ close: () => left.push('notice closed') } as unknown as Notification]);
    PushManager.prototype.getSubscription = () =>
      Promise.resolve({
        endpoint: 'https://push.example.com/1',
        unsubscribe: () => Promise.resolve(left.push('unsubscribed') > 0),
      } as PushSubscription);
  });
  return () => page.evaluate(() => (globalThis as unknown as { left: string[] }).left);
}

describe('the page as an app', () => {
  let pages: string;
  beforeAll(async () => {
    // Copies the build, so that a newer one can replace it.
    pages = await mkdtemp(join(tmpdir(), 'fairlot-pages-'));
    await cp(join(process.cwd(), 'apps/trader/dist'), pages, { recursive: true });
  });
  afterAll(() => rm(pages, { recursive: true, force: true }));
  const on = testApp(() => ({ FAIRLOT_PAGES_DIR: pages }));
  const open = (options: DeviceOptions = {}): Promise<Device> => on.open({ worker: true, ...options });

  it('can be installed: complete manifest, icons of the stated sizes, and a worker that serves the page', async () => {
    const { page, context, open: go } = await open({ language: 'de' });
    await go('/');
    await isServed(page);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await fetch(`${on.fairlot.url}${href ?? ''}`)).json()) as {
      name: string;
      id: string;
      start_url: string;
      scope: string;
      display: string;
      lang: string;
      theme_color: string;
      background_color: string;
      icons: { src: string; sizes: string; purpose?: string }[];
      shortcuts: { name: string; url: string }[];
    };
    expect(manifest).toMatchObject({
      name: 'Fairlot',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'de',
    });
    for (const colour of [manifest.theme_color, manifest.background_color]) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/#/trade', '/#/order', '/#/alerts']);
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src, sizes: named }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return named === 'any' ? named : `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      manifest.icons,
    );
    expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
    expect(manifest.icons.some(({ sizes: size, purpose }) => size === '512x512' && purpose === 'maskable')).toBe(true);
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A headless browser treats every window as incognito; it must report no other error.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    await context.close();
  });

  it('starts offline with the screens and the last prices and without trading, and is live again once online', async () => {
    const { page: before, context, say, open: go } = await open();
    await go('/login');
    await before.getByRole('button', { name: say('login.demo') }).click();
    await before.getByTestId('row-EURUSD').waitFor();
    await isServed(before);
    await isKept(before);
    // The worker caches no user data, only pages and pictures.
    const kept = await before.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
          ),
        )
      ).flat(),
    );
    expect(kept.filter((path) => path !== '/' && !/^\/(assets|icons|logos)\//.test(path))).toEqual([]);

    await on.fairlot.kill();
    // Restarts the server also after a failure, because the next journey needs it.
    let isUp = false;
    const comeBack = async (): Promise<void> => {
      if (!isUp) await on.fairlot.restart();
      isUp = true;
    };
    onTestFinished(comeBack);
    await before.close();
    const page = await context.newPage();
    await page.goto(on.fairlot.url);
    await page.getByTestId('row-EURUSD').waitFor();
    const strip = page.locator('header output').first();
    const oldWords = say('connection.old', { time: '' }).trim();
    await expect.poll(() => strip.textContent()).toContain(oldWords);
    // Sends the event of a network loss, because an emulated loss does not reach pages that are opened after it.
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect.poll(() => strip.textContent()).toContain(say('connection.offline'));
    expect(await page.getByTestId('row-EURUSD').textContent()).toMatch(/\d\.\d{5}/);
    await picture(page, 'offline-home');
    await page.getByTestId('row-EURUSD').click();
    await page.waitForURL(/#\/trade/);
    await page
      .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
      .first()
      .click();
    const submit = page.getByRole('button', { name: say('trade.problem.offline') });
    await submit.waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await picture(page, 'offline-ticket');

    await comeBack();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => strip.textContent()).toBe(say('connection.live'));
    await context.close();
  });

  it('removes a user’s notifications from the device at sign-out, and stops new ones', async () => {
    const { page, context, say, open: go } = await open();
    await go('/login');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByTestId('row-EURUSD').waitFor();
    await isServed(page);
    const left = await wantsPush(page);
    await page.goto(`${on.fairlot.url}/#/mine/system`);
    await page.getByRole('button', { name: say('user.logout') }).click();
    expect(await left()).toEqual([]);
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('user.logout') });
    await seen(page.getByText(say('user.logoutDone')), () => confirm.click());
    await expect.poll(left).toEqual(['notice closed', 'unsubscribed']);
    await context.close();
  });

  it('does not intercept the office, calls and other pages', async () => {
    const { page, context, open: go } = await open();
    await go('/');
    await isServed(page);
    await page.goto(`${on.fairlot.url}/office/`);
    await page.locator('form').waitFor();
    const kept = await page.evaluate(async () =>
      (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat()
        .map(({ url }) => new URL(url).pathname),
    );
    expect(
      kept.filter((path) => path.startsWith('/office') || path.startsWith('/v1') || path.startsWith('/api')),
    ).toEqual([]);
    await context.close();
  });

  it('offers a newer build, and activates it on request but not while an order is being sent', async () => {
    const { page, context, say, open: go } = await open();
    await go('/login');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByTestId('row-EURUSD').waitFor();
    await isServed(page);
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'the page before';
    });
    const worker = join(pages, 'sw.js');
    const build = await readFile(worker, 'utf8');
    await writeFile(worker, `${build}\n// a newer build`);
    for (const packed of [`${worker}.br`, `${worker}.gz`]) await rm(packed, { force: true });
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    const offer = page.getByRole('region', { name: say('app.updateTitle') });
    await offer.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await offer.getByRole('button', { name: say('app.later') }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await page.locator('html').getAttribute('data-mark')).toBe('the page before');
    // The next start of the page offers it again.
    await page.reload();
    await page.getByTestId('row-EURUSD').waitFor();
    await offer.waitFor();
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    await context.route('**/v1/api/forex/submit*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByTestId('row-EURUSD').click();
    const buy = new RegExp(`^${say('trade.side.buy')}`);
    await page.getByRole('button', { name: buy }).first().click();
    const submit = sendButton(page, say);
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await submit.click();
    await offer.waitFor({ state: 'detached' });
    gate.open?.();
    await page
      .getByRole('dialog')
      .filter({ hasText: say('trade.done.title') })
      .getByRole('button', { name: say('trade.done.stay') })
      .click();
    await offer.getByRole('button', { name: say('app.update') }).click();
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.waiting === null && registration.active?.state === 'activated';
    });
    await page.locator('canvas').first().waitFor();
    await context.close();
  });
});
