import { afterAll, beforeAll, expect, it } from 'vitest';
import { VenueServer } from '../../apps/server/src/market/feeds/live/connection/venue-server.testkit.ts';
import { accessibilityFindings } from './support/axe.ts';
import { seen, signInToDemo } from './support/device.ts';
import { openChart } from './support/orders.ts';
import { testApp } from './support/test-app.ts';

const EVERY_MS = 250;
let kraken: VenueServer;
let binance: VenueServer;
let quoting: NodeJS.Timeout;
let price = 60_000;

/** The next price of both venues, which agree. */
const quote = (): { readonly bid: string; readonly ask: string } => {
  price += price % 2 === 0 ? 1 : -1;
  return { bid: `${price}.10`, ask: `${price}.90` };
};

beforeAll(async () => {
  kraken = await VenueServer.start({
    opened: (side) => side.send('{"channel":"status","type":"update","data":[{"system":"online","version":"2.0.0"}]}'),
    received: (side, text) => {
      const { method, params } = JSON.parse(text) as { method: string; params?: { symbol: readonly string[] } };
      for (const symbol of params?.symbol ?? [])
        side.send(`{"method":"${method}","result":{"channel":"ticker","symbol":"${symbol}"},"success":true}`);
    },
    rest: (target) => (target.startsWith('/0/public/') ? '{"error":["EQuery:Unknown asset pair"]}' : undefined),
  });
  binance = await VenueServer.start({
    rest: (target) => {
      const url = new URL(target, 'http://venue');
      if (url.pathname === '/api/v3/klines') return '[]';
      const symbols = JSON.parse(url.searchParams.get('symbols') ?? '[]') as readonly string[];
      return url.pathname === '/api/v3/exchangeInfo'
        ? JSON.stringify({ symbols: symbols.map((symbol) => ({ symbol, status: 'TRADING' })) })
        : undefined;
    },
  });
  quoting = setInterval(() => {
    const { bid, ask } = quote();
    kraken.sides
      .at(-1)
      ?.send(`{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":${bid},"ask":${ask}}]}`);
    binance.sides
      .at(-1)
      ?.send(`{"stream":"btcusdt@bookTicker","data":{"u":1,"s":"BTCUSDT","b":"${bid}","B":"1","a":"${ask}","A":"1"}}`);
  }, EVERY_MS);
});
afterAll(async () => {
  clearInterval(quoting);
  await Promise.all([kraken, binance].map((venue) => venue.stop()));
});

const site = testApp(
  () => ({
    FAIRLOT_SESSIONS: 'always',
    FAIRLOT_FEED: 'kraken,binance',
    FAIRLOT_KRAKEN_URL: kraken.webSocketUrl,
    FAIRLOT_KRAKEN_REST_URL: kraken.url,
    FAIRLOT_BINANCE_URL: binance.webSocketUrl,
    FAIRLOT_BINANCE_REST_URL: binance.url,
  }),
  'empty',
);

it('the trader sees whose price it is, a note when another source takes over, and that there is none', async () => {
  const device = await site.open();
  const { page, say } = device;
  await signInToDemo(device);
  await openChart(device, 'BTCUSD');
  const source = page.getByTestId('quote-source').filter({ visible: true });
  await source.getByText('Kraken', { exact: true }).waitFor();
  const others = await Promise.all(
    [{ scheme: 'dark' as const }, { language: 'ar' }, { language: 'de', size: { width: 1280, height: 800 } }].map(
      async (options) => {
        const other = await site.open(options);
        await signInToDemo(other);
        await openChart(other, 'BTCUSD');
        await other.page.getByTestId('quote-source').filter({ visible: true }).getByText('Kraken').first().waitFor();
        return other;
      },
    ),
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await device.shot('source-kraken');

  const notes = [device, ...others].map((each) =>
    each.page
      .getByText(each.say('trade.sourceChanged', { source: 'Binance' }))
      .filter({ visible: true })
      .first(),
  );
  const shown = Promise.all(notes.slice(1).map((note) => note.waitFor()));
  await seen(notes[0]!, () => kraken.stop());
  await shown;
  for (const each of [device, ...others]) await each.shot('source-changed');
  await source.getByText('Binance', { exact: true }).waitFor();

  await binance.stop();
  await page.getByText(say('trade.noSource')).filter({ visible: true }).first().waitFor();
  await device.shot('source-none');
  expect(await accessibilityFindings(page)).toEqual([]);
  expect([device, ...others].flatMap(({ troubles }) => troubles)).toEqual([]);
});
