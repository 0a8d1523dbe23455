import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../tools/src/free-port.ts';
import { launchBrowser } from './support/browser.ts';
import { openDevice, signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { StaffClient } from './support/staff-client.ts';
import { testApp } from './support/test-app.ts';

/** A picture of one pixel, as staff would upload it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Paths that only the API answers. */
const API_PATH = /^\/(api|v1|media)\//;

// Browsers give a service worker to localhost without TLS, where the rule of the specification derives no API: that one is
// named. The rule itself is tried under names that it applies to, without a worker.
describe.each([
  { domain: 'fairlot.test', named: false, worker: false },
  { domain: 'fairlot.localhost', named: true, worker: true },
])('pages and API on two host names of $domain', ({ domain, named, worker }) => {
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
  });
  const pageOrigin = (): string => `http://trade.${domain}:${port}`;
  const apiOrigin = (): string => `http://api.${domain}:${port}`;
  const site = testApp(() => ({
    PORT: String(port),
    FAIRLOT_PAGE_ORIGIN: pageOrigin(),
    ...(named ? { FAIRLOT_API_ORIGIN: apiOrigin() } : {}),
  }));

  it('sign in, show live prices and pictures, and stay on their own names', async () => {
    const picture = await publishNews(site.fairlot);
    const browser = await launchBrowser({ args: [`--host-resolver-rules=MAP *.${domain} 127.0.0.1`] });
    onTestFinished(() => browser.close());
    const device = await openDevice(browser, pageOrigin(), { worker });
    const asked: URL[] = [];
    const sockets = new Set<string>();
    device.page.on('request', (request) => asked.push(new URL(request.url())));
    device.page.on('websocket', (socket) => sockets.add(socket.url()));
    await signInToDemo(device);
    await useSite(device, apiOrigin() + picture);
    if (worker) {
      // The second visit is answered by the worker, which takes no part in what goes to the API.
      await device.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await device.page.reload();
      await useSite(device, apiOrigin() + picture);
      expect(await keptElsewhere(device)).toEqual([]);
    }
    const pathsOf = (origin: string): string[] =>
      asked.filter((url) => url.origin === origin).map(({ pathname }) => pathname);
    expect(pathsOf(pageOrigin()).filter((path) => API_PATH.test(path))).toEqual([]);
    expect(pathsOf(apiOrigin()).filter((path) => !API_PATH.test(path))).toEqual([]);
    expect([...sockets]).toEqual([`ws://api.${domain}:${port}/v1/ws`]);
    // Chromium writes to its console that a name without TLS gets no opener policy.
    expect(device.troubles.filter((trouble) => !trouble.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  });
});

/** Publishes news with a picture, and returns the picture's path. */
async function publishNews(fairlot: ReturnType<typeof testApp>['fairlot']): Promise<string> {
  const root = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
  const { url } = await root.call('mediaAdd', { image: PIXEL });
  const content = `<img src="${url}" alt="One pixel">`;
  const texts = [{ language: 'en', title: 'Two names', desc: 'One server', content }];
  const { id, version } = await root.call('newsSave', { logo: url, texts });
  await root.call('newsPublish', { id, version });
  return url;
}

/** Prices move, the account answers, and the picture of the news is drawn, in the list and in the text. */
async function useSite({ page, say, open }: Device, picture: string): Promise<void> {
  await open('/');
  const row = page.getByTestId('row-EURUSD').filter({ visible: true });
  await row.waitFor();
  await page.getByText(say('connection.live'), { exact: true }).waitFor();
  const before = await row.textContent();
  await expect.poll(() => row.textContent()).not.toBe(before);
  await open('/user');
  await expect.poll(() => page.getByTestId('balance').textContent()).toContain('100,000.00');
  await open('/news');
  const link = page.getByRole('link', { name: /Two names/ });
  await isDrawn(link.locator('img'));
  await link.click();
  const inText = page.getByRole('img', { name: 'One pixel' });
  await isDrawn(inText);
  expect(await inText.getAttribute('src')).toBe(picture);
}

async function isDrawn(image: Locator): Promise<void> {
  await image.waitFor();
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
}

/** Addresses of other origins in the caches of the service worker. */
function keptElsewhere({ page }: Device): Promise<string[]> {
  return page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(url);
    return kept.filter((url) => !url.startsWith(location.origin));
  });
}
