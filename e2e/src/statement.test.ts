import { readFile } from 'node:fs/promises';
import { formatMoneyText, formatResult } from '@fairlot/client';
import { MONEY_SCALE, formatDecimal, money } from '@fairlot/domain';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFindings } from './support/axe.ts';
import type { DeviceOptions } from './support/device.ts';
import { testApp } from './support/test-app.ts';

// The level is so high that ordinary quotes stop out a large position.
const on = testApp(() => ({ FAIRLOT_SESSIONS: 'always', FAIRLOT_WARNING_RATIO: '400', FAIRLOT_STOP_OUT_RATIO: '300' }));

interface Envelope {
  readonly reason: string;
  readonly data: never;
}

/** Calls of the signed-in trader that bypass the page. */
async function traderOf(page: Page): Promise<{
  readonly place: (code: string, cont: string, more?: object) => Promise<number>;
  readonly close: (id: number) => Promise<void>;
}> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('fairlot.session') ?? '{}') as { token: string }).token,
  );
  const post = async (path: string, body?: object): Promise<Envelope> => {
    const answer = await fetch(on.fairlot.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: token,
        lang: 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as Envelope;
    expect(envelope.reason).toBe('ok');
    return envelope;
  };
  const { data: instruments }: { readonly data: readonly { readonly Id: number; readonly Code: string }[] } =
    await post('/v1/api/forex/trade_list');
  return {
    place: async (code, cont, more = {}) => {
      const forexId = instruments.find((each) => each.Code === code)?.Id;
      const { data }: { readonly data: { readonly order: { readonly Id: number } } } = await post(
        '/v1/api/forex/submit',
        { type: 1, cont, forex_id: forexId, status: 1, multiple: 100, ...more },
      );
      return data.order.Id;
    },
    close: async (id) => {
      await post('/v1/api/forex/close', { id });
    },
  };
}

/** Parses CSV (RFC 4180), including cells with commas, quotes and line breaks. */
function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end = ''] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((line) => Object.fromEntries(line.map((cell, index) => [head[index] ?? '', cell])));
}

const sum = (rows: readonly Readonly<Record<string, string>>[], column: string): string =>
  formatDecimal(
    rows.reduce((all, row) => all + money(row[column] ?? ''), 0n),
    MONEY_SCALE,
  );

async function downloaded(page: Page, button: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^statement-\d+-[a-z]+-[\d-]+\.csv$/);
  return readCsv(await readFile(await download.path(), 'utf8'));
}

it.each<DeviceOptions & { readonly name: string }>([
  { name: 'phone', language: 'en', scheme: 'light' },
  { name: 'phone', language: 'ar', scheme: 'dark' },
  { name: 'desktop', language: 'de', scheme: 'light', size: { width: 1280, height: 800 } },
])(
  'a trader reads the statement, downloads and prints it, and learns why a position was closed ($name, $language)',
  async ({ name, ...options }) => {
    const { page, context, say, troubles, open, shot } = await on.open(options);
    await open('/mine/statement?period=all');
    await page.getByRole('button', { name: say('login.demo') }).click();
    await page.getByText(say('statement.empty.trades')).waitFor();
    const trader = await traderOf(page);
    for (const [code, cont, more] of [
      ['EURUSD', '0.2', {}],
      ['USDJPY', '0.3', { type: 2 }],
      ['XAUUSD', '0.1', {}],
      ['EURUSD', '0.4', { type: 2 }],
    ] as const)
      await trader.close(await trader.place(code, cont, more));
    await trader.place('GBPUSD', '0.1');
    await trader.place('EURUSD', '0.1', { status: 0, target_price: '0.5' });

    // Compares the screen with the files.
    await page.getByRole('button', { name: say('common.refresh') }).click();
    await page.getByRole('rowheader', { name: 'USD/JPY' }).waitFor();
    await page.locator('details summary').click();
    await shot(`statement-${name}`);
    const trades = await downloaded(page, say('statement.export.trades'));
    expect(trades.map(({ instrument }) => instrument)).toEqual(['EURUSD', 'USDJPY', 'XAUUSD', 'EURUSD']);
    expect(await page.getByTestId('net').innerText()).toBe(formatResult(sum(trades, 'net')));
    const movements = await downloaded(page, say('statement.export.movements'));
    const closing = formatDecimal(money(sum(movements, 'available')) + money(sum(movements, 'frozen')), MONEY_SCALE);
    expect(await page.getByTestId('closing').innerText()).toContain(formatMoneyText(closing));
    expect(await accessibilityFindings(page)).toEqual([]);

    // Filters the trades, and opens one with its quotes.
    await page.getByRole('button', { name: say('statement.filter.title') }).click();
    await page.getByLabel(say('statement.filter.instrument'), { exact: true }).selectOption({ label: 'EUR/USD' });
    await shot(`statement-filter-${name}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('statement.filter.apply') })
      .click();
    await page.getByText(say('statement.filter.note')).waitFor();
    const rows = page.locator('ul > li > button').filter({ hasText: 'EUR/USD' });
    await expect.poll(() => page.locator('ul > li > button').count()).toBe(2);
    await rows.first().click();
    await page
      .getByRole('dialog')
      .getByText(trades.at(-1)?.['close_quote'] ?? '')
      .first()
      .waitFor();
    await shot(`statement-trade-${name}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('common.close') })
      .click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    // The print view is light and shows nothing else in any theme.
    await open('/mine/statement/print?period=all');
    await page.locator('.paper').getByText(say('statement.print.foot')).waitFor();
    await shot(`statement-print-${name}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: say('statement.print.now') }).isVisible()).toBe(false);
    expect(
      await page
        .locator('.paper')
        .evaluate((paper) => [
          getComputedStyle(paper).backgroundColor,
          getComputedStyle(paper).color,
          getComputedStyle(paper.ownerDocument.body).overflow,
        ]),
    ).toEqual(['rgb(255, 255, 255)', 'rgb(23, 22, 31)', 'visible']);
    expect(await page.locator('.paper tfoot').last().innerText()).toContain(formatMoneyText(sum(trades, 'net')));
    await shot(`statement-paper-${name}`);
    await page.emulateMedia({ media: 'screen' });

    // Causes a stop-out and reads its explanation.
    const waiting = await trader.place('EURUSD', '1', { status: 0, target_price: '0.5' });
    // The margin of a lot of these is 1,000 dollars at any price, so the last order takes the level below 300 %.
    for (const [code, cont, more] of [
      ['USDJPY', '10', {}],
      ['USDCHF', '10', { type: 2 }],
      ['USDCAD', '15', {}],
    ] as const)
      await trader.place(code, cont, more);
    await open('/order?type=3');
    const ended = page.getByRole('button').filter({ hasText: say('orders.reason.stop_out') });
    await ended
      .filter({ hasNotText: say('orders.cancelled') })
      .first()
      .click();
    const reason = page.getByTestId('stop-out');
    await reason.getByText(say('stopOut.order', { level: 300 })).waitFor();
    expect(await reason.locator('ol > li').count()).toBeGreaterThan(0);
    expect(
      await reason
        .locator('ol > li')
        .filter({ hasText: say('stopOut.thisOne') })
        .count(),
    ).toBe(1);
    expect(waiting).toBeGreaterThan(0);
    await shot(`stop-out-${name}`);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  },
);
