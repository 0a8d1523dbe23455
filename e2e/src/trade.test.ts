import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInToDemo } from './support/phone.ts';
import type { Phone } from './support/phone.ts';
import { stage } from './support/stage.ts';

describe('from a live market to a durable fill on a phone', () => {
  const site = stage();
  const { open } = site;

  it.each(['en', 'ar'])(
    'watch, sign in, buy with stop and target, change, close, find it in history; pending and cancel (%s)',
    async (language) => {
      const phone = await open({ language });
      const { page, say, shot } = phone;
      await phone.open('/');
      await priceMoves(page, page.getByTestId('row-EURUSD'));
      await shot('home');
      expect(await page.getAttribute('html', 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');

      await page.getByTestId('row-EURUSD').click();
      await page.waitForURL(/#\/trade/);
      await page.locator('canvas').first().waitFor();
      await openTicket(phone, 'buy');
      await page.getByRole('link', { name: say('trade.ticket.signIn') }).click();
      await page.waitForURL(/#\/login\?from=/);
      await shot('login');
      await page.getByRole('button', { name: say('login.demo') }).click();
      await page.waitForURL(/#\/trade/);

      await buyAtMarket(phone);
      const opened = await orderInHolding(phone);
      await changeStop(phone, opened);
      const result = await closePosition(phone, opened);
      await findInHistory(phone, opened, result);
      await placePendingAndCancel(phone);
      expect(phone.troubles).toEqual([]);
      await phone.context.close();
    },
  );

  it('keeps an acknowledged order through a kill -9 of the server, and the page comes back by itself', async () => {
    const phone = await open();
    const { page, say } = phone;
    await signInToDemo(phone);
    await phone.open('/trade');
    await openTicket(phone, 'sell');
    await submitButton(phone, 'trade.side.sell').click();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    await site.fairlot.kill();
    await site.fairlot.restart();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('trade.done.toOrders') })
      .click();
    await ordersAreShown(phone);
    await orderRow(page).waitFor();
    await page.getByText(say('connection.live'), { exact: true }).waitFor();
    const result = orderRow(page).locator('.figure').first();
    const before = await result.textContent();
    await expect.poll(() => result.textContent(), { timeout: 20_000 }).not.toBe(before);
    await phone.context.close();
  });
});

/** Waits until the figure of a row has changed: the market moves. */
async function priceMoves(page: Page, row: Locator): Promise<void> {
  await row.waitFor();
  const before = await row.textContent();
  await expect.poll(() => row.textContent(), { timeout: 10_000 }).not.toBe(before);
  await page.locator('svg path').first().waitFor();
}

async function openTicket({ page, say }: Phone, side: 'buy' | 'sell'): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say(`trade.side.${side}`)}`) })
    .first()
    .click();
}

async function setLevel(phone: Phone, level: 'stopLoss' | 'takeProfit'): Promise<void> {
  await phone.page.getByRole('switch', { name: phone.say(`trade.ticket.${level}`) }).click();
}

/** The ticket's one button, by the words that it begins with when it can be pressed. */
function submitButton({ page, say }: Phone, nameKey: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${say(nameKey)} \\d`) }).last();
}

async function buyAtMarket(phone: Phone): Promise<void> {
  const { page, say, shot } = phone;
  await openTicket(phone, 'buy');
  await setLevel(phone, 'stopLoss');
  await setLevel(phone, 'takeProfit');
  await shot('ticket');
  const submit = submitButton(phone, 'trade.side.buy');
  await expect.poll(() => submit.isEnabled()).toBe(true);
  // A double tap is one order; the journey finds a single one below.
  await submit.dblclick({ noWaitAfter: true });
  const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
  await popup.waitFor();
  await shot('done');
  await popup.getByRole('button', { name: say('trade.done.toOrders') }).click();
  await page.waitForURL(/#\/order\?type=1/);
}

function orderRow(page: Page): Locator {
  return page.locator('button[aria-haspopup="dialog"]').filter({ hasText: 'EUR/USD' }).filter({ visible: true });
}

/** The screen that is being left has a button of the same kind; the list is there when its summary is. */
async function ordersAreShown({ page, say }: Phone): Promise<void> {
  await page.getByText(say('orders.netValue')).filter({ visible: true }).first().waitFor();
}

/** The new order with its live result; returns its number. */
async function orderInHolding(phone: Phone): Promise<number> {
  const { page, shot } = phone;
  await ordersAreShown(phone);
  await expect.poll(() => orderRow(page).count()).toBe(1);
  const before = await orderRow(page).textContent();
  await expect.poll(() => orderRow(page).textContent(), { timeout: 15_000 }).not.toBe(before);
  await shot('holding');
  await orderRow(page).click();
  const title = (await page.getByRole('dialog').getByRole('heading').first().textContent()) ?? '';
  const height = await page
    .getByRole('dialog')
    .evaluate((sheet) => sheet.getBoundingClientRect().height / window.innerHeight);
  expect(Math.round(height * 100)).toBe(60);
  await shot('details');
  return Number(/(\d+)\D*$/.exec(title)?.[1]);
}

async function changeStop(phone: Phone, order: number): Promise<void> {
  const { page, say, shot } = phone;
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: say('orders.setStops') }).click();
  const label = say('trade.ticket.stopLoss');
  const field = sheet.getByRole('textbox', { name: label });
  const before = await field.inputValue();
  await sheet.getByRole('button', { name: say('trade.ticket.lower', { field: label }) }).click();
  const after = await field.inputValue();
  expect(Number(after)).toBeLessThan(Number(before));
  await shot('stops');
  await sheet.getByRole('button', { name: say('orders.saveStops') }).click();
  await sheet.getByRole('button', { name: say('orders.setStops') }).waitFor();
  await expect.poll(() => sheet.textContent()).toContain(after);
  expect(await recordOf(phone, '1', order)).toMatchObject({ TargetLossPrice: after });
}

/** Closes from the sheet; returns the realised result as the server recorded it. */
async function closePosition(phone: Phone, order: number): Promise<string> {
  const { page, say } = phone;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await orderRow(page).waitFor({ state: 'detached' });
  const record = await recordOf(phone, '3', order);
  const gain = (Number(record.UpdatePrice) - Number(record.Price)) * Number(record.Quantity) * 100_000;
  expect(Number(record.FactProfits)).toBeCloseTo(gain, 4);
  return record.FactProfits;
}

async function findInHistory({ page, say, shot }: Phone, order: number, result: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(say('orders.tab.history')) }).click();
  await orderRow(page).waitFor();
  const shown = await orderRow(page).textContent();
  const digits = Number(result) === 0 ? '0.00' : result.replace('-', '').replace(/0+$/, '');
  expect(shown?.replaceAll(',', '')).toContain(digits);
  await orderRow(page).click();
  expect(await page.getByRole('dialog').getByRole('heading').first().textContent()).toContain(String(order));
  await shot('history');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('common.close') })
    .click();
}

async function placePendingAndCancel(phone: Phone): Promise<void> {
  const { page, say, shot } = phone;
  await phone.open('/trade');
  await openTicket(phone, 'sell');
  await page.getByRole('radio', { name: say('trade.ticket.pending') }).click();
  const target = page.getByRole('textbox', { name: say('trade.ticket.target') });
  const now =
    Number(await target.inputValue()) ||
    Number((await (await fetchJson(phone, '/v1/api/forex/trade_list')).data)[0].ForexQuotations.Bid);
  await target.fill((now * 1.01).toFixed(5));
  const submit = submitButton(phone, 'orders.sellLimit');
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await shot('pending-ticket');
  await submit.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('trade.done.stay') })
    .click();
  await phone.open('/order');
  await ordersAreShown(phone);
  await page.getByRole('radio', { name: new RegExp(say('orders.tab.pending')) }).click();
  await orderRow(page).click();
  const height = await page
    .getByRole('dialog')
    .evaluate((sheet) => sheet.getBoundingClientRect().height / window.innerHeight);
  expect(Math.round(height * 100)).toBe(38);
  await shot('pending');
  await movePending(phone, (now * 1.02).toFixed(5));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.cancelOrder') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.cancelOrder') })
    .click();
  await orderRow(page).waitFor({ state: 'detached' });
}

/** Moves the order whose sheet is open to another price. */
async function movePending({ page, say, shot }: Phone, price: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: say('orders.change') }).click();
  await sheet.getByRole('textbox', { name: say('trade.ticket.target') }).fill(price);
  const save = sheet.getByRole('button', { name: say('orders.saveStops') });
  await expect.poll(() => save.isEnabled()).toBe(true);
  await shot('pending-change');
  await save.click();
  await sheet.getByRole('button', { name: say('orders.change') }).waitFor();
  await expect.poll(() => sheet.textContent()).toContain(price);
}

interface WireOrder {
  readonly Id: number;
  readonly Price: string;
  readonly UpdatePrice: string;
  readonly Quantity: string;
  readonly FactProfits: string;
}

/** What the server says of an order, past everything that the page may have kept. */
async function recordOf(phone: Phone, status: '1' | '3', order: number): Promise<WireOrder> {
  const found = await expect
    .poll(async () => {
      const { data } = await fetchJson(phone, `/v1/api/forex/my_deal?status=${status}&page=1`);
      return data.data.find((each: WireOrder) => each.Id === order);
    })
    .toBeDefined()
    .then(() => fetchJson(phone, `/v1/api/forex/my_deal?status=${status}&page=1`));
  return found.data.data.find((each: WireOrder) => each.Id === order);
}

async function fetchJson({ page }: Phone, path: string) {
  return page.evaluate(async (at) => {
    const session: unknown = JSON.parse(localStorage.getItem('fairlot.session') ?? '{}');
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(session))?.[1] ?? '';
    const answer = await fetch(at, { headers: { lang: 'en', authorization: token } });
    return answer.json();
  }, path);
}
