import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInToDemo } from './support/device.ts';
import type { Device } from './support/device.ts';
import { openChart } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

/** A Saturday: currencies rest until Sunday 17:03 in New York, 22:03 UTC; bitcoin trades. */
const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
/** Bid and ask of the closed markets that have a price. */
const CLOSED = { eurusd: '1.15020,1.15030', gbpusd: '1.32010,1.32030', usdjpy: '155.010,155.030' };

let recording = '';
beforeAll(async () => {
  // A replay sets the market's own time, so that the weekday does not depend on the day of the run.
  recording = await mkdtemp(join(tmpdir(), 'fairlot-closed-'));
  for (const [code, prices] of Object.entries(CLOSED))
    await writeFile(join(recording, `${code}-20261121.csv`), `${NOON},${prices}\n`);
  // The second tick is hours away: until then the recording goes on, and market time with it.
  await writeFile(
    join(recording, 'btcusd-20261121.csv'),
    `${NOON},90000.00,90010.00\n${NOON + DAY_MS / 2},90001.00,90011.00\n`,
  );
});
afterAll(() => rm(recording, { recursive: true, force: true }));
// A database of its own: in the shared one the journal is later than the recording.
const { open } = testApp(() => ({ FAIRLOT_FEED: `replay:${recording}`, FAIRLOT_SESSIONS: 'real' }), 'empty');

const CASES = [
  { language: 'en', opening: 'Mon 00:03', size: undefined, scheme: 'light' },
  { language: 'ar', opening: 'الاثنين 00:03', size: undefined, scheme: 'dark' },
  { language: 'de', opening: 'Mo., 00:03', size: { width: 1280, height: 800 }, scheme: 'light' },
] as const;

it.each(CASES)(
  'a closed market says when it opens, and takes no order ($language)',
  async ({ language, opening, size, scheme }) => {
    const device = await open({
      language,
      scheme,
      timeZone: 'Europe/Athens',
      ...(size === undefined ? {} : { size }),
    });
    const { page, say, shot } = device;
    await signInToDemo(device);
    await device.open('/');
    const row = page.getByTestId('row-EURUSD');
    await row.getByText(say('market.closed'), { exact: true }).waitFor();
    await expect
      .poll(async () => unmarked(await row.textContent()))
      .toContain(say('market.opensAt', { time: opening }));
    await shot('closed-list');

    await row.click();
    await page.waitForURL(/#\/trade/);
    const note = page.getByTestId('market-closed').filter({ visible: true });
    await note.waitFor();
    await expect
      .poll(async () => unmarked(await note.textContent()))
      .toBe(`${say('market.closed')} · ${say('market.opensAt', { time: opening })}`);
    await expect.poll(() => sidesAreDisabled(device)).toEqual([true, true]);
    await shot('closed-trade');

    await openChart(device, 'BTCUSD');
    await expect.poll(() => sidesAreDisabled(device)).toEqual([false, false]);
    await expect.poll(() => note.count()).toBe(0);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  },
);

it('a market that closes while the list is shown has the list read once again, for the moment of its opening', async () => {
  const device = await open({ timeZone: 'Europe/Athens' });
  const { page, say } = device;
  // The list as it was before the close, and no live prices until it is shown.
  await page.route(
    (url) => url.pathname === '/v1/api/forex/trade_list',
    async (route) => {
      const response = await route.fetch();
      const envelope = (await response.json()) as { data: object[] };
      const data = envelope.data.map((record) => ({ ...record, MarketStatus: 1, NextSession: NOON - 1 }));
      await route.fulfill({ response, json: { ...envelope, data } });
    },
    { times: 1 },
  );
  let isListed = false;
  await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
    if (isListed) socket.connectToServer();
    else void socket.close();
  });
  await device.open('/');
  const row = page.getByTestId('row-EURUSD');
  await row.waitFor();
  expect(await row.getByText(say('market.closed')).count()).toBe(0);
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/api/forex/trade_list') reads += 1;
  });
  isListed = true;
  await expect
    .poll(async () => unmarked(await row.textContent()))
    .toContain(say('market.opensAt', { time: 'Mon 00:03' }));
  expect(reads).toBe(1);
  await device.context.close();
});

/** The buttons of both prices on the screen that is shown. */
function sidesAreDisabled({ page }: Device): Promise<boolean[]> {
  return page
    .locator('button[data-side]')
    .filter({ visible: true })
    .evaluateAll((buttons) => buttons.map((button) => (button as HTMLButtonElement).disabled));
}

/** Without the marks that isolate a date inside a sentence. */
function unmarked(text: string | null): string {
  return (text ?? '').replaceAll(/\p{Cf}/gu, '');
}
