import type { Locator, Page, Request } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy } from './support/network-proxy.ts';
import type { NetworkProxy } from './support/network-proxy.ts';
import { openDevice, seen } from './support/device.ts';
import type { Device } from './support/device.ts';
import { orderRows, sendButton } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

/** Time limit for detecting a silently dead connection (product: connection). */
const DETECTED_WITHIN_MS = 15_000;
const SLEPT = '01:00';
const RESTART_MS = 60_000;

describe('a trader learns the outcome despite network failures', () => {
  const on = testApp();
  let proxy: NetworkProxy;
  let device: Device;

  beforeEach(async () => {
    proxy = await startProxy(on.fairlot.url);
    device = await openDevice(on.browser, proxy.url);
  });
  afterEach(async () => {
    await device.context.close();
    await proxy.stop();
  });

  it.each([
    { what: 'after the order has arrived', during: 'drop_answers' as const },
    { what: 'before the order has arrived', during: 'drop_all' as const },
  ])('when the network fails $what: shows sending, then unknown, then the single order', async ({ during }) => {
    const { page, say } = device;
    const asked = await readyToBuy(device);
    proxy.setMode(during);
    await seen(page.getByText(say('trade.ticket.sending')), () => submit(device));
    // Only an order that has arrived may be asked about later than its 15 seconds.
    if (during === 'drop_answers') await expect.poll(() => ordersOf(device, on.fairlot.url)).toBe(1);
    proxy.setMode('cut');
    // Both waits run at once, because a market order is refused when it arrives more than 15 seconds after the tap.
    await Promise.all([page.getByText(say('trade.ticket.unknown')).waitFor(), badge(device, 'reconnecting').waitFor()]);
    // The page does not show a fill while the outcome is unknown.
    expect(await page.getByText(say('trade.done.title')).count()).toBe(0);
    proxy.setMode('pass');
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    await badge(device, 'live').waitFor();
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(device, on.fairlot.url)).toBe(1);
  });

  it('when the server is killed while the order is being sent: its single outcome is shown after the restart', async () => {
    const { page, say } = device;
    const asked = await readyToBuy(device);
    proxy.setMode('drop_answers');
    await submit(device);
    await expect.poll(() => ordersOf(device, on.fairlot.url)).toBe(1);
    await on.fairlot.kill();
    await page.getByText(say('trade.ticket.unknown')).waitFor();
    proxy.setMode('pass');
    await badge(device, 'reconnecting').waitFor();
    await on.fairlot.restart();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor({ timeout: RESTART_MS });
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(device, on.fairlot.url)).toBe(1);
    await badge(device, 'live').waitFor({ timeout: RESTART_MS });
  });

  it('when the page is reloaded while the outcome is unknown: it retries with the same key', async () => {
    const { page, say } = device;
    const asked = await readyToBuy(device);
    proxy.setMode('drop_answers');
    await submit(device);
    // An order that has not arrived would have to arrive within 15 seconds after the tap.
    await expect.poll(() => ordersOf(device, on.fairlot.url)).toBe(1);
    proxy.setMode('cut');
    await page.getByText(say('trade.ticket.unknown')).waitFor();
    proxy.setMode('pass');
    await page.reload();
    await device.open('/order?type=1');
    await orderRows(page, 'EUR/USD').waitFor();
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(device, on.fairlot.url)).toBe(1);
  });

  it('when the connection is lost and comes back: the number of unread answers is read again', async () => {
    const { page, say } = device;
    let reads = 0;
    let snapshots = 0;
    page.on('requestfinished', (request) => (reads += Number(request.url().includes('/api/support/unread'))));
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/"topic":"SUPPORT".*"snapshot"|"snapshot".*"topic":"SUPPORT"/.test(payload.toString())) snapshots += 1;
      }),
    );
    await device.open('/login?from=/user');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await expect.poll(() => Math.min(reads, snapshots)).toBe(1);
    const [readsBefore, snapshotsBefore] = [reads, snapshots];
    proxy.setMode('cut');
    proxy.setMode('pass');
    await expect.poll(() => reads > readsBefore && snapshots > snapshotsBefore).toBe(true);
  });

  it('when the connection dies silently: it is detected, prices turn grey and cannot be traded, and it recovers', async () => {
    const { page, say } = device;
    await page.clock.install();
    await readyToBuy(device);
    proxy.setMode('drop_all');
    // Uses the page's clock, so that the speed of the machine does not matter.
    await page.clock.runFor(DETECTED_WITHIN_MS);
    await badge(device, 'reconnecting').waitFor();
    await expect.poll(() => headerPrice(page).getAttribute('class')).toContain('text-faint');
    // The submit button shows the reason why it is blocked.
    await page.getByRole('button', { name: say('trade.problem.market_data_stale') }).waitFor();
    proxy.setMode('pass');
    await badge(device, 'live').waitFor();
    await expect.poll(() => submitButton(device).isEnabled()).toBe(true);
    await moves(headerPrice(page));
  });

  it('when the phone slept for a minute and its connection died meanwhile: no old price is shown as current', async () => {
    const { page } = device;
    await page.clock.install();
    await device.open('/');
    await badge(device, 'live').waitFor();
    const row = page.getByTestId('row-EURUSD');
    await moves(row);
    proxy.setMode('drop_all');
    // Simulates a wake-up: a minute has passed in which no timer ran.
    await page.clock.fastForward(SLEPT);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.clock.runFor(DETECTED_WITHIN_MS);
    await badge(device, 'reconnecting').waitFor();
    await expect.poll(() => row.locator('.figure').first().getAttribute('class')).toContain('text-faint');
    proxy.setMode('pass');
    await badge(device, 'live').waitFor();
    await moves(row);
    await expect.poll(() => row.locator('.figure').first().getAttribute('class')).toContain('text-ink');
  });

  it('when the browser froze the page: it resumes with live prices', async () => {
    const { page, context } = device;
    await device.open('/');
    await badge(device, 'live').waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    proxy.setMode('cut');
    proxy.setMode('pass');
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await badge(device, 'live').waitFor();
    await moves(page.getByTestId('row-EURUSD'));
  });
});

const isSubmit = (request: Request): boolean => request.url().includes('/v1/api/forex/submit');

/**
 * Prepares a demo trader's order except for the last tap. Returns the idempotency keys of the orders that the page
 * sends.
 */
async function readyToBuy(device: Device): Promise<string[]> {
  const { page, say } = device;
  const asked: string[] = [];
  const unanswered = new Set<Request>();
  page.on('request', (request) => {
    unanswered.add(request);
    if (isSubmit(request)) asked.push(request.headers()['idempotency-key'] ?? 'none');
  });
  const answered = (request: Request): void => void unanswered.delete(request);
  page.on('requestfinished', answered).on('requestfailed', answered);
  await device.open('/login?from=/trade');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.waitForURL(/#\/trade/);
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .first()
    .click();
  await expect.poll(() => submitButton(device).isEnabled()).toBe(true);
  await badge(device, 'live').waitFor();
  // The browser has six connections. If requests whose answers get lost held all of them, the order would leave too late.
  await expect.poll(() => unanswered.size).toBe(0);
  return asked;
}

function submitButton({ page, say }: Device): Locator {
  return sendButton(page, say);
}

async function submit(device: Device): Promise<void> {
  await submitButton(device).click({ noWaitAfter: true });
}

function badge({ page, say }: Device, state: 'live' | 'reconnecting'): Locator {
  return page.locator('header output').getByText(say(`connection.${state}`), { exact: true });
}

function headerPrice(page: Page): Locator {
  return page.locator('main header:visible .figure.font-medium').first();
}

/** Waits until the text of an element has changed. */
async function moves(element: Locator): Promise<void> {
  const before = await element.textContent();
  await expect.poll(() => element.textContent()).not.toBe(before);
}

/** Reads the number of this trader's orders from the server, independently of the page. */
async function ordersOf({ page }: Device, url: string): Promise<number> {
  const stored = await page.evaluate(() => localStorage.getItem('fairlot.session') ?? '{}');
  const { token } = JSON.parse(stored) as { token: string };
  const answer = await fetch(`${url}/v1/api/forex/my_deal?status=1&page=1`, { headers: { authorization: token } });
  return ((await answer.json()) as { data: { total: number } }).data.total;
}
