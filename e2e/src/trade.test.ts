import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { orderRows, sendButton } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

describe('from a live market to a durable fill on a phone', () => {
  // Uses the embedded database of `npm start`: an acknowledged order must also survive the end of the process that
  // manages PostgreSQL.
  const site = testApp(() => ({}), 'embedded');
  const { open } = site;

  it.each(['en', 'ar'])(
    'watches, signs in, buys with stop and target, changes, closes, finds it in the history; places and cancels a pending order (%s)',
    async (language) => {
      const device = await open({ language });
      const { page, say, shot } = device;
      await device.open('/');
      await priceMoves(page, page.getByTestId('row-EURUSD'));
      await page.getByText(`${say('trade.figure.last')} · ${say('trade.figure.change')}`).waitFor();
      await shot('home');
      expect(await page.getAttribute('html', 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');

      await page.getByTestId('row-EURUSD').click();
      await page.waitForURL(/#\/trade/);
      await page.locator('canvas').first().waitFor();
      await openTicket(device, 'buy');
      await page.getByRole('link', { name: say('trade.ticket.signIn') }).click();
      await page.waitForURL(/#\/login\?from=/);
      await shot('login');
      await page.getByRole('button', { name: say('login.demo') }).click();
      await page.waitForURL(/#\/trade/);

      await buyAtMarket(device);
      const opened = await orderInHolding(device);
      await changeStop(device, opened);
      const result = await closePosition(device, opened);
      await findInHistory(device, opened, result);
      await placePendingAndCancel(device);
      expect(device.troubles).toEqual([]);
      await device.context.close();
    },
  );

  it('keeps the confirmation open when the second tap of a double tap comes after it', async () => {
    const device = await open();
    const { page, say } = device;
    await signInToDemo(device);
    await device.open('/trade');
    await openTicket(device, 'sell');
    const submit = submitButton(device, 'trade.side.sell');
    await expect.poll(() => submit.isEnabled()).toBe(true);
    const box = await submit.boundingBox();
    if (box === null) throw new Error('the ticket has no button');
    const tap = (): Promise<void> => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await tap();
    const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
    await popup.waitFor();
    await tap();
    await popup.getByRole('button', { name: say('trade.done.toOrders') }).click();
    await ordersAreShown(device);
    await orderRows(page, 'EUR/USD').waitFor();
    await device.context.close();
  });

  it('keeps an acknowledged order through a kill -9 of the server, and the page reconnects by itself', async () => {
    const device = await open();
    const { page, say } = device;
    await signInToDemo(device);
    await device.open('/trade');
    await openTicket(device, 'sell');
    await submitButton(device, 'trade.side.sell').click();
    await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
    await site.fairlot.kill();
    await site.fairlot.restart();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('trade.done.toOrders') })
      .click();
    await ordersAreShown(device);
    await orderRows(page, 'EUR/USD').waitFor();
    await page.getByText(say('connection.live'), { exact: true }).waitFor();
    const result = orderRows(page, 'EUR/USD').locator('.figure').first();
    const before = await result.textContent();
    await expect.poll(() => result.textContent()).not.toBe(before);
    await device.context.close();
  });
});

/** Waits until the figure of a row has changed with the market. */
async function priceMoves(page: Page, row: Locator): Promise<void> {
  await row.waitFor();
  const before = await row.textContent();
  await expect.poll(() => row.textContent()).not.toBe(before);
  await page.locator('svg path').first().waitFor();
}

async function openTicket({ page, say }: Device, side: 'buy' | 'sell'): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say(`trade.side.${side}`)}`) })
    .first()
    .click();
}

async function setLevel(device: Device, level: 'stopLoss' | 'takeProfit'): Promise<void> {
  await device.page.getByRole('switch', { name: device.say(`trade.ticket.${level}`) }).click();
}

/** Finds the ticket's submit button by its label in the enabled state. */
function submitButton({ page, say }: Device, nameKey: string): Locator {
  return sendButton(page, say, nameKey);
}

async function buyAtMarket(device: Device): Promise<void> {
  const { page, say, shot } = device;
  await openTicket(device, 'buy');
  await setLevel(device, 'stopLoss');
  await setLevel(device, 'takeProfit');
  await shot('ticket');
  const submit = submitButton(device, 'trade.side.buy');
  await expect.poll(() => submit.isEnabled()).toBe(true);
  // A double tap must make one order; the journey checks this below.
  await submit.dblclick({ noWaitAfter: true });
  const popup = page.getByRole('dialog').filter({ hasText: say('trade.done.title') });
  await popup.waitFor();
  await shot('done');
  await popup.getByRole('button', { name: say('trade.done.toOrders') }).click();
  await page.waitForURL(/#\/order\?type=1/);
}

/** Waits for the summary of the order list, because the previous screen has a button of the same kind. */
async function ordersAreShown({ page, say }: Device): Promise<void> {
  await page.getByText(say('orders.netValue')).filter({ visible: true }).first().waitFor();
  await page.getByText(say('orders.totalResult')).filter({ visible: true }).first().waitFor();
}

/** Finds the new order with its live result; returns its number. */
async function orderInHolding(device: Device): Promise<number> {
  const { page, shot } = device;
  await ordersAreShown(device);
  await expect.poll(() => orderRows(page, 'EUR/USD').count()).toBe(1);
  const before = await orderRows(page, 'EUR/USD').textContent();
  await expect.poll(() => orderRows(page, 'EUR/USD').textContent()).not.toBe(before);
  await shot('holding');
  await orderRows(page, 'EUR/USD').click();
  const title = (await page.getByRole('dialog').getByRole('heading').first().textContent()) ?? '';
  const height = await page
    .getByRole('dialog')
    .evaluate((sheet) => sheet.getBoundingClientRect().height / window.innerHeight);
  expect(Math.round(height * 100)).toBe(60);
  await shot('details');
  return Number(/(\d+)\D*$/.exec(title)?.[1]);
}

/** Presses a button of a sheet; returns the text of the form that is in the next frame. Runs in the page. */
async function formInItsFirstFrame(button: HTMLElement | SVGElement): Promise<string> {
  const sheet = button.closest('[role=dialog]');
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return sheet?.querySelector('form')?.textContent ?? 'no form';
}

async function changeStop(device: Device, order: number): Promise<void> {
  const { page, say, shot } = device;
  const sheet = page.getByRole('dialog');
  const button = sheet.getByRole('button', { name: say('orders.setStops') });
  const firstFrame = await button.evaluate(formInItsFirstFrame);
  // A part that came later would move the form under the finger.
  expect(firstFrame).toContain(say('orders.levels.title'));
  const label = say('trade.ticket.stopLoss');
  const field = sheet.getByRole('textbox', { name: label });
  const before = await field.inputValue();
  const lower = sheet.getByRole('button', { name: say('trade.ticket.lower', { field: label }) });
  // A trial waits until the sheet has come to rest.
  await lower.click({ trial: true });
  const place = await lower.boundingBox();
  await lower.click();
  // The place stays, so that a second tap meets the button too.
  expect(await lower.boundingBox()).toEqual(place);
  const after = await field.inputValue();
  expect(Number(after)).toBeLessThan(Number(before));
  await shot('stops');
  await sheet.getByRole('button', { name: say('orders.saveStops') }).click();
  await sheet.getByRole('button', { name: say('orders.setStops') }).waitFor();
  await expect.poll(() => sheet.textContent()).toContain(after);
  expect(await recordOf(device, '1', order)).toMatchObject({ TargetLossPrice: after });
}

/** Closes the position from its sheet; returns the realised result that the server recorded. */
async function closePosition(device: Device, order: number): Promise<string> {
  const { page, say } = device;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.close') })
    .click();
  await orderRows(page, 'EUR/USD').waitFor({ state: 'detached' });
  const record = await recordOf(device, '3', order);
  const gain = (Number(record.UpdatePrice) - Number(record.Price)) * Number(record.Quantity) * 100_000;
  expect(Number(record.FactProfits)).toBeCloseTo(gain, 4);
  // The history shows the net result, as the statement does.
  return String(Number(record.FactProfits) - Number(record.TradeFee) + Number(record.Swap));
}

async function findInHistory({ page, say, shot }: Device, order: number, result: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(say('orders.tab.history')) }).click();
  await orderRows(page, 'EUR/USD').waitFor();
  const shown = await orderRows(page, 'EUR/USD').textContent();
  expect(shown?.replaceAll(',', '')).toContain(Math.abs(Number(result)).toFixed(6));
  expect(shown).toContain(say('orders.net'));
  await orderRows(page, 'EUR/USD').click();
  expect(await page.getByRole('dialog').getByRole('heading').first().textContent()).toContain(String(order));
  await shot('history');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('common.close') })
    .click();
}

async function placePendingAndCancel(device: Device): Promise<void> {
  const { page, say, shot } = device;
  await device.open('/trade');
  await openTicket(device, 'sell');
  await page.getByRole('radio', { name: say('trade.ticket.pending') }).click();
  const target = page.getByRole('textbox', { name: say('trade.ticket.target') });
  const now =
    Number(await target.inputValue()) ||
    Number((await (await fetchJson(device, '/v1/api/forex/trade_list')).data)[0].ForexQuotations.Bid);
  await target.fill((now * 1.01).toFixed(5));
  const submit = submitButton(device, 'orders.sellLimit');
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await shot('pending-ticket');
  await submit.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('trade.done.stay') })
    .click();
  await device.open('/order');
  await ordersAreShown(device);
  await page.getByRole('radio', { name: new RegExp(say('orders.tab.pending')) }).click();
  await orderRows(page, 'EUR/USD').click();
  const height = await page
    .getByRole('dialog')
    .evaluate((sheet) => sheet.getBoundingClientRect().height / window.innerHeight);
  expect(Math.round(height * 100)).toBe(38);
  await shot('pending');
  await movePending(device, (now * 1.02).toFixed(5));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.cancelOrder') })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('orders.cancelOrder') })
    .click();
  await orderRows(page, 'EUR/USD').waitFor({ state: 'detached' });
}

/** Moves the order of the open sheet to another price. */
async function movePending({ page, say, shot }: Device, price: string): Promise<void> {
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
  readonly TradeFee: string;
  readonly Swap: string;
}

/** Reads an order from the server, bypassing the page's caches. */
async function recordOf(device: Device, status: '1' | '3', order: number): Promise<WireOrder> {
  const found = await expect
    .poll(async () => {
      const { data } = await fetchJson(device, `/v1/api/forex/my_deal?status=${status}&page=1`);
      return data.data.find((each: WireOrder) => each.Id === order);
    })
    .toBeDefined()
    .then(() => fetchJson(device, `/v1/api/forex/my_deal?status=${status}&page=1`));
  return found.data.data.find((each: WireOrder) => each.Id === order);
}

async function fetchJson({ page }: Device, path: string) {
  return page.evaluate(async (at) => {
    const session: unknown = JSON.parse(localStorage.getItem('fairlot.session') ?? '{}');
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(session))?.[1] ?? '';
    const answer = await fetch(at, { headers: { lang: 'en', authorization: token } });
    return answer.json();
  }, path);
}
