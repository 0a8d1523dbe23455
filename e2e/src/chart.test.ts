import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { startFairlot } from './support/fairlot.ts';
import type { Fairlot } from './support/fairlot.ts';
import { Fingers } from './support/fingers.ts';
import type { Place } from './support/fingers.ts';
import { openPhone } from './support/phone.ts';
import type { Phone } from './support/phone.ts';

describe('the chart under real fingers', () => {
  let fairlot: Fairlot;
  let browser: Browser;

  beforeAll(async () => {
    fairlot = await startFairlot();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await fairlot.stop();
  });

  it('a stop dragged on the chart changes after the confirm, and not before', async () => {
    const phone = await openPhone(browser, fairlot.url);
    const { page, say, shot } = phone;
    await phone.open('/login');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.waitForURL((url) => !url.hash.includes('login'));
    await phone.open('/trade');
    const order = await buyWithStop(phone);
    await page.reload();
    const chart = await chartOf(phone);
    const fingers = await Fingers.of(page);
    const before = await recordOf(phone, order.Id);
    const tag = await tagPlace(chart, '--down');
    const lower = { x: tag.x, y: tag.y + 90 };

    // Given up: the line goes back, and the server was never asked.
    await fingers.move([[tag, lower]]);
    const question = page.getByRole('dialog');
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    await shot('move');
    const asked = Number(await question.getByRole('textbox').inputValue());
    expect(asked).toBeLessThan(Number(before.TargetLossPrice));
    await question.getByText('USD').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: say('chart.move.leave') }).click();
    await question.waitFor({ state: 'detached' });
    expect((await recordOf(phone, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await expect.poll(async () => Math.abs((await tagPlace(chart, '--down')).y - tag.y)).toBeLessThan(20);

    // Agreed to: the server has it only then.
    const again = await tagPlace(chart, '--down');
    await fingers.move([[again, { x: again.x, y: again.y + 60 }]]);
    await question.getByText(say('chart.move.stopLoss')).waitFor();
    const wanted = await question.getByRole('textbox').inputValue();
    expect((await recordOf(phone, order.Id)).TargetLossPrice).toBe(before.TargetLossPrice);
    await question.getByRole('button', { name: say('chart.move.send') }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => Number((await recordOf(phone, order.Id)).TargetLossPrice)).toBe(Number(wanted));
    expect(phone.troubles).toEqual([]);
    await phone.context.close();
  });
});

/** The chart with its bars drawn. */
async function chartOf({ page }: Phone): Promise<Locator> {
  const chart = page.locator('figure[data-bars]');
  await chart.waitFor();
  return chart;
}

interface WireOrder { readonly Id: number; readonly Price: string; readonly TargetLossPrice: string }

async function call({ page }: Phone, path: string, body?: object): Promise<{ readonly data: never }> {
  return page.evaluate(async ([at, sent]) => {
    const token = /"token":"([^"]+)"/.exec(localStorage.getItem('fairlot.session') ?? '')?.[1] ?? '';
    const headers = { lang: 'en', authorization: token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const answer = await fetch(at as string, sent === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(sent) });
    return answer.json();
  }, [path, body] as const);
}

/** What the server says of an open order, past everything that the page keeps. */
async function recordOf(phone: Phone, id: number): Promise<WireOrder> {
  const { data } = (await call(phone, '/v1/api/forex/my_deal?status=1&page=1')) as unknown as { data: { data: WireOrder[] } };
  const found = data.data.find((order) => order.Id === id);
  if (found === undefined) throw new Error(`no open order ${String(id)}`);
  return found;
}

/** The middle of the handle of a line's tag: looked for on the picture itself, by its colour. */
async function tagPlace(chart: Locator, token: '--up' | '--down' | '--brand'): Promise<Place> {
  const find = async (): Promise<Place | null> => chart.evaluate((figure, name) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    const box = figure.getBoundingClientRect();
    for (const canvas of figure.querySelectorAll('canvas')) {
      const at = canvas.getBoundingClientRect();
      const scale = canvas.width / at.width;
      const pixels = canvas.getContext('2d')?.getImageData(Math.round(11 * scale), 0, 1, canvas.height).data ?? [];
      let run = 0;
      for (let y = 0; y < canvas.height; y += 1) {
        const [r = 0, g = 0, b = 0] = pixels.slice(y * 4, y * 4 + 3);
        run = Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 24 ? run + 1 : 0;
        if (run >= 12 * scale) return { x: box.left + 24, y: at.top + (y - run / 2) / scale };
      }
    }
    return null;
  }, token);
  await expect.poll(find, { timeout: 10_000 }).not.toBeNull();
  const place = await find();
  if (place === null) throw new Error(`no tag in ${token}`);
  return place;
}

async function buyWithStop(phone: Phone): Promise<WireOrder> {
  const { data: list } = (await call(phone, '/v1/api/forex/trade_list')) as unknown as { data: { Id: number; Code: string; ForexQuotations: { Bid: string } }[] };
  const euro = list.find(({ Code }) => Code === 'EURUSD');
  if (euro === undefined) throw new Error('no EURUSD');
  const bid = Number(euro.ForexQuotations.Bid);
  const { data } = (await call(phone, '/v1/api/forex/submit', {
    type: 1, cont: '0.10', forex_id: euro.Id, status: '1', stop_loss_price: (bid * 0.999).toFixed(5), target_profit_price: (bid * 1.0012).toFixed(5), multiple: '100',
  })) as unknown as { data: { order: WireOrder } };
  return data.order;
}
