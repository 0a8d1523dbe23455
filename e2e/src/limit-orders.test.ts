import { isolate } from '@fairlot/i18n';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { Device, DeviceOptions } from './support/device.ts';
import { call, openChart, orderRows } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const START = Date.UTC(2026, 10, 18, 12);
const SECOND_MS = 1000;
/** Far more than the journeys take. */
const SECONDS = 3600;
/** EURUSD alternates between two prices, with the target between them. */
const PHASE_SECONDS = 8;
const HIGH = { bid: '1.10040', ask: '1.10050' };
const LOW = { bid: '1.09970', ask: '1.09980' };
const TARGET = '1.10000';
/** GBPUSD only falls, by more with each step than a close tolerates. */
const STEP_SECONDS = 5;
const STEP = 0.0005;

interface Sides {
  readonly bid: string;
  readonly ask: string;
}

/** A recording of a tick a second. */
function ticks(of: (second: number) => Sides): string {
  return Array.from({ length: SECONDS }, (_, second) => {
    const { bid, ask } = of(second);
    return `${START + second * SECOND_MS},${bid},${ask}\n`;
  }).join('');
}

let recording = '';
beforeAll(async () => {
  recording = await mkdtemp(join(tmpdir(), 'fairlot-limits-'));
  await writeFile(
    join(recording, 'eurusd-20261118.csv'),
    ticks((second) => (Math.floor(second / PHASE_SECONDS) % 2 === 0 ? HIGH : LOW)),
  );
  await writeFile(
    join(recording, 'gbpusd-20261118.csv'),
    ticks((second) => {
      const bid = 1.4 - Math.floor(second / STEP_SECONDS) * STEP;
      return { bid: bid.toFixed(5), ask: (bid + 0.0001).toFixed(5) };
    }),
  );
});
afterAll(() => rm(recording, { recursive: true, force: true }));
// A database of its own: rows of the run's template are later than the recording, and time never runs backwards.
const { open } = testApp(() => ({ FAIRLOT_FEED: `replay:${recording}`, FAIRLOT_SESSIONS: 'always' }), 'empty');

interface Sent {
  readonly kind?: string;
  readonly worst_price?: string;
  readonly target_price?: string;
}

/** A signed-in device, and the inputs of one of its calls. */
async function traderOn(options: DeviceOptions, path: string): Promise<{ device: Device; sent: readonly Sent[] }> {
  const device = await open(options);
  const sent: Sent[] = [];
  device.page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postDataJSON() as Sent);
  });
  await signInToDemo(device);
  return { device, sent };
}

/** Types the target until the market is where it makes the wanted kind; the kind then stays. */
async function typeUntil({ page }: Device, field: Locator, words: string): Promise<void> {
  await expect
    .poll(async () => {
      await field.fill('');
      await field.fill(TARGET);
      return page.getByText(words).filter({ visible: true }).count();
    })
    .toBeGreaterThan(0);
}

interface Ticket {
  readonly form: Locator;
  readonly target: Locator;
}

async function openPendingTicket(device: Device): Promise<Ticket> {
  const { page, say } = device;
  await openChart(device, 'EURUSD');
  await page.locator('button[data-side=buy]').filter({ visible: true }).first().click();
  const form = page.getByRole('form', { name: say('trade.ticket.title', { code: 'EUR/USD' }) });
  await form.getByRole('radio', { name: say('trade.ticket.pending') }).click();
  return { form, target: form.getByRole('textbox', { name: say('trade.ticket.target') }) };
}

/** The name of the ticket's button while its order can be sent. */
function submitName({ say }: Device, kind: string): string {
  return say('trade.ticket.submitWords', { name: say(kind), lots: '0.01', price: TARGET });
}

interface Record {
  readonly Id: number;
  readonly Kind: string;
  readonly Price: string;
  readonly Status: number;
}

async function ordersOf(device: Device, status: 0 | 1 | 3): Promise<readonly Record[]> {
  const { data } = (await call(device, `/v1/api/forex/my_deal?status=${String(status)}&page=1`)) as unknown as {
    data: { data: Record[] };
  };
  return data.data;
}

async function instrumentOf(device: Device, code: string): Promise<{ readonly id: number; readonly bid: string }> {
  const { data } = (await call(device, '/v1/api/forex/trade_list')) as unknown as {
    data: { Id: number; Code: string; ForexQuotations: { Bid: string } }[];
  };
  const found = data.find(({ Code }) => Code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  return { id: found.Id, bid: found.ForexQuotations.Bid };
}

async function placeOrder(device: Device, code: string, terms: object): Promise<number> {
  const { id } = await instrumentOf(device, code);
  const order = { type: 1, cont: '0.10', forex_id: id, multiple: '100', ...terms };
  // Right after the start the market may not be dealt on yet; a refused order changes nothing.
  return vi.waitUntil(
    async () => {
      const { data } = (await call(device, '/v1/api/forex/submit', order)) as unknown as {
        data: { order: Record } | null;
      };
      return data?.order.Id;
    },
    { interval: 250, timeout: 90_000 },
  );
}

/** Looks of the page. Those of a test are open at once, because each waits for the same turn of the market. */
const LOOKS: readonly DeviceOptions[] = [
  { language: 'en' },
  { language: 'ar', scheme: 'dark' },
  { language: 'de', size: { width: 1280, height: 800 } },
];

/** Plays in all looks at once. Fails with each look that failed, after all have ended. */
async function inEachLook(play: (look: DeviceOptions) => Promise<void>): Promise<void> {
  const played = await Promise.allSettled(LOOKS.map(play));
  const failed = played.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${String(LOOKS[index]?.language)}: ${String(outcome.reason)}`] : [],
  );
  if (failed.length > 0) throw new Error(failed.join('\n'));
}

describe('an order with a target', () => {
  it('stays the limit that the ticket shows, and fills at the better price', () =>
    inEachLook(async (look) => {
      const { device, sent } = await traderOn(look, '/v1/api/forex/submit');
      const { page, say, shot } = device;
      const { form, target } = await openPendingTicket(device);
      await typeUntil(device, target, say('trade.ticket.kind.buyLimit', { price: TARGET }));
      // The market falls below the target while the ticket is open.
      await form.getByText(say('trade.ticket.kind.buyLimitNow', { price: LOW.ask })).waitFor();
      await shot('limit-better');
      await form.getByRole('button', { name: submitName(device, 'orders.buyLimit') }).click();
      await page.getByRole('dialog').getByText(say('trade.done.title')).waitFor();
      await expect.poll(() => ordersOf(device, 1)).toMatchObject([{ Price: LOW.ask, Status: 1 }]);
      expect(sent).toMatchObject([{ kind: 'limit', target_price: TARGET }]);
      expect(device.troubles).toEqual([]);
      await device.context.close();
    }));

  it('that is a stop cannot be sent while the market is beyond it', () =>
    inEachLook(async (look) => {
      const { device, sent } = await traderOn(look, '/v1/api/forex/submit');
      const { say, shot } = device;
      const { form, target } = await openPendingTicket(device);
      await typeUntil(device, target, say('trade.ticket.kind.buyStop', { price: TARGET }));
      const passed = say('trade.problem.stop_passed', { value: isolate(HIGH.ask) });
      await form.locator('button[aria-disabled=true]').filter({ hasText: passed }).waitFor();
      await shot('stop-passed');
      // Once the market is back, the stop can be sent.
      await form.getByRole('button', { name: submitName(device, 'orders.buyStop') }).waitFor();
      expect(sent).toEqual([]);
      expect(device.troubles).toEqual([]);
      await device.context.close();
    }));

  it('that is moved in its sheet stays the limit that the sheet shows, too', async () => {
    const { device, sent } = await traderOn({}, '/v1/api/forex/amend_pending_order');
    const { page, say, shot } = device;
    const id = await placeOrder(device, 'EURUSD', { status: '0', target_price: '1.09000', kind: 'limit' });
    await device.open('/order?type=0');
    await orderRows(page, 'EUR/USD').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: say('orders.change') }).click();
    const field = sheet.getByRole('textbox', { name: say('trade.ticket.target') });
    await typeUntil(device, field, say('trade.ticket.kind.buyLimit', { price: TARGET }));
    await sheet.getByText(say('trade.ticket.kind.buyLimitNow', { price: LOW.ask })).waitFor();
    await shot('limit-moved');
    await sheet.getByRole('button', { name: say('orders.saveStops') }).click();
    await expect.poll(() => ordersOf(device, 1)).toMatchObject([{ Id: id, Price: LOW.ask }]);
    expect(sent).toMatchObject([{ kind: 'limit', target_price: TARGET }]);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});

describe('closing a position', () => {
  it('carries a worst price, and asks again when the market has moved beyond it', () =>
    inEachLook(async (look) => {
      const { device, sent } = await traderOn(look, '/v1/api/forex/close');
      const { page, say, shot } = device;
      const line = await holdableSocket(device);
      const id = await placeOrder(device, 'GBPUSD', { status: '1' });
      const wide = look.size !== undefined;
      await device.open(wide ? '/trade' : '/order?type=1');
      const name = wide
        ? say('wide.closeOf', { action: say('orders.close'), code: 'GBP/USD', id })
        : say('orders.close');
      if (!wide) await orderRows(page, 'GBP/USD').click();
      await page.getByRole('button', { name }).filter({ visible: true }).first().click();
      const question = page.getByRole('alertdialog');
      await question.getByText(say('trade.ticket.worst')).waitFor();
      await shot('close-question');
      // The page no longer hears of the falling price.
      line.hold();
      const worstShown = async (): Promise<string> => (await question.locator('.figure').last().textContent()) ?? '';
      // A step beyond the worst price: by then the page has drawn every message that it was sent before.
      await expect
        .poll(async () => Number(await worstShown()) - Number((await instrumentOf(device, 'GBPUSD')).bid))
        .toBeGreaterThan(STEP);
      const worst = await worstShown();
      const confirm = question.getByRole('button', { name: say('orders.close') });
      await confirm.click();
      await question.getByRole('alert').waitFor();
      await shot('close-again');
      expect(sent).toEqual([{ id, worst_price: worst }]);
      expect(await ordersOf(device, 1)).toMatchObject([{ Id: id }]);
      line.release();
      // The question follows the market, so another try is accepted, unless the price falls again on its way.
      await expect
        .poll(async () => {
          // The question fades away meanwhile if the close is accepted.
          if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 }).catch(() => undefined);
          return ordersOf(device, 3);
        })
        .toMatchObject([{ Id: id, Status: 3 }]);
      expect(device.troubles).toEqual([]);
      await device.context.close();
    }));
});

/** A socket of the page whose messages from the server can be held back. Must be asked for before the page connects. */
async function holdableSocket({ page }: Device): Promise<{ hold: () => void; release: () => void }> {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) waiting.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  // The sign-in has connected already; only a new page goes through the route.
  await page.reload();
  return {
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}
