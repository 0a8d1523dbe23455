import type { Locator, Page, Request } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layLine } from './support/line.ts';
import type { Line } from './support/line.ts';
import { openPhone } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { stage } from './support/stage.ts';

/** A connection that is dead without a word is found within this time (product: connection). */
const FOUND_WITHIN_MS = 15_000;
const SLEPT = '01:00';
const RESTART_MS = 60_000;

describe('whoever trades knows what is true', () => {
  const on = stage();
  let line: Line;
  let phone: Phone;

  beforeEach(async () => {
    line = await layLine(on.fairlot.url);
    phone = await openPhone(on.browser, line.url);
  });
  afterEach(async () => {
    await phone.context.close();
    await line.stop();
  });

  it.each([
    { what: 'after the order has arrived', during: 'deaf' as const },
    { what: 'before the order has arrived', during: 'silent' as const },
  ])('when the network goes $what: sending, not known, then the one order that there is', async ({ during }) => {
    const { page, say } = phone;
    const asked = await readyToBuy(phone);
    line.become(during);
    await submit(phone);
    await page.getByText(say('trade.ticket.sending')).waitFor();
    line.become('cut');
    await page.getByText(say('trade.ticket.unknown')).waitFor();
    await badge(phone, 'reconnecting').waitFor();
    // Nothing says that it was filled while nobody knows.
    expect(await page.getByText(say('trade.done.title')).count()).toBe(0);
    line.become('open');
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    await badge(phone, 'live').waitFor({ timeout: 30_000 });
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(phone, on.fairlot.url)).toBe(1);
  });

  it('when the server is killed while the order is under way: its one outcome is told after the restart', async () => {
    const { page, say } = phone;
    const asked = await readyToBuy(phone);
    line.become('deaf');
    await submit(phone);
    await expect.poll(() => ordersOf(phone, on.fairlot.url)).toBe(1);
    await on.fairlot.kill();
    await page.getByText(say('trade.ticket.unknown')).waitFor();
    line.become('open');
    await badge(phone, 'reconnecting').waitFor();
    await on.fairlot.restart();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor({ timeout: RESTART_MS });
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(phone, on.fairlot.url)).toBe(1);
    await badge(phone, 'live').waitFor({ timeout: RESTART_MS });
  });

  it('when a page is opened again while the outcome is not known: it goes on asking with the same key', async () => {
    const { page, say } = phone;
    const asked = await readyToBuy(phone);
    line.become('deaf');
    await submit(phone);
    line.become('cut');
    await page.getByText(say('trade.ticket.unknown')).waitFor();
    line.become('open');
    await page.reload();
    await phone.open('/order?type=1');
    await orderRow(page).waitFor();
    expect(new Set(asked).size).toBe(1);
    expect(await ordersOf(phone, on.fairlot.url)).toBe(1);
  });

  it('when the connection dies without a word: it is found, prices turn grey and nothing can be sold at them, and it comes back', async () => {
    const { page, say } = phone;
    await readyToBuy(phone);
    line.become('silent');
    await badge(phone, 'reconnecting').waitFor({ timeout: FOUND_WITHIN_MS });
    await expect.poll(() => headerPrice(page).getAttribute('class')).toContain('text-faint');
    // The button that would send says instead why it cannot.
    await page.getByRole('button', { name: say('trade.problem.market_data_stale') }).waitFor();
    line.become('open');
    await badge(phone, 'live').waitFor({ timeout: 30_000 });
    await expect.poll(() => submitButton(phone).isEnabled()).toBe(true);
    await moves(headerPrice(page));
  });

  it('when the phone slept for a minute and its connection died meanwhile: no old price is shown as one of now', async () => {
    const { page } = phone;
    await page.clock.install();
    await phone.open('/');
    await badge(phone, 'live').waitFor();
    const row = page.getByTestId('row-EURUSD');
    await moves(row);
    line.become('silent');
    // As after the lid was opened: a minute has passed of which no timer knew.
    await page.clock.fastForward(SLEPT);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await badge(phone, 'reconnecting').waitFor({ timeout: FOUND_WITHIN_MS });
    await expect.poll(() => row.locator('.figure').first().getAttribute('class')).toContain('text-faint');
    line.become('open');
    await badge(phone, 'live').waitFor({ timeout: 30_000 });
    await moves(row);
    await expect.poll(() => row.locator('.figure').first().getAttribute('class')).toContain('text-ink');
  });

  it('when the browser froze the page: it wakes to a live market', async () => {
    const { page, context } = phone;
    await phone.open('/');
    await badge(phone, 'live').waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    line.become('cut');
    line.become('open');
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await badge(phone, 'live').waitFor({ timeout: 30_000 });
    await moves(page.getByTestId('row-EURUSD'));
  });
});

const isSubmit = (request: Request): boolean => request.url().includes('/v1/api/forex/submit');

/** A demo trader with an order written but for the last tap; returns the keys of the orders that the page asks for. */
async function readyToBuy(phone: Phone): Promise<string[]> {
  const { page, say } = phone;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isSubmit(request)) asked.push(request.headers()['idempotency-key'] ?? 'none');
  });
  await phone.open('/login?from=/trade');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.waitForURL(/#\/trade/);
  await page
    .getByRole('button', { name: new RegExp(`^${say('trade.side.buy')}`) })
    .first()
    .click();
  await expect.poll(() => submitButton(phone).isEnabled()).toBe(true);
  await badge(phone, 'live').waitFor();
  return asked;
}

function submitButton({ page, say }: Phone): Locator {
  return page.getByRole('button', { name: new RegExp(`^${say('trade.side.buy')} \\d`) }).last();
}

async function submit(phone: Phone): Promise<void> {
  await submitButton(phone).click({ noWaitAfter: true });
}

function badge({ page, say }: Phone, state: 'live' | 'reconnecting'): Locator {
  return page.locator('header output').getByText(say(`connection.${state}`), { exact: true });
}

function headerPrice(page: Page): Locator {
  return page.locator('main header:visible .figure.font-medium').first();
}

function orderRow(page: Page): Locator {
  return page.locator('main button[aria-haspopup="dialog"]').filter({ hasText: 'EUR/USD' }).filter({ visible: true });
}

/** Waits until what an element shows has changed. */
async function moves(element: Locator): Promise<void> {
  const before = await element.textContent();
  await expect.poll(() => element.textContent(), { timeout: 15_000 }).not.toBe(before);
}

/** How many orders the server has of this trader, whatever the page shows. */
async function ordersOf({ page }: Phone, url: string): Promise<number> {
  const stored = await page.evaluate(() => localStorage.getItem('fairlot.session') ?? '{}');
  const { token } = JSON.parse(stored) as { token: string };
  const answer = await fetch(`${url}/v1/api/forex/my_deal?status=1&page=1`, { headers: { authorization: token } });
  return ((await answer.json()) as { data: { total: number } }).data.total;
}
