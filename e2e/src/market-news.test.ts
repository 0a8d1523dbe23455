import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceOptions } from './support/device.ts';
import { setUpOfficePage } from './support/office-page.ts';
import { testApp } from './support/test-app.ts';

const HOUR_MS = 3_600_000;
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const SOON = Date.now() + 3 * HOUR_MS;
const EVENTS: readonly (readonly [number, string])[] = [
  [Date.now() - 20 * 60_000, 'USD Retail sales m/m'],
  [SOON, 'USD FOMC statement'],
];
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//Economic calendar//EN',
  ...EVENTS.flatMap(([time, title], at) => [
    'BEGIN:VEVENT',
    `UID:${at}@example`,
    `DTSTART:${stamp(time)}`,
    `SUMMARY:${title}`,
    'END:VEVENT',
  ]),
  'END:VCALENDAR',
  '',
].join('\r\n');
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Desk</title><item><title>Dollar &amp;lt;b&amp;gt;steady&amp;lt;/b&amp;gt; before the Fed</title><link>https://news.example/dollar</link><pubDate>${new Date(Date.now() - HOUR_MS).toUTCString()}</pubDate></item></channel></rss>`;

const site = createServer((request, response) => {
  if (request.url === '/usd.ics') response.end(CALENDAR);
  else if (request.url === '/desk.xml') response.end(FEED);
  else response.writeHead(404).end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => void site.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const LOOKS: readonly DeviceOptions[] = [
  {},
  { language: 'ar', scheme: 'dark' },
  { language: 'en', size: { width: 1280, height: 800 } },
];

describe('market news', () => {
  const app = testApp(() => ({ FAIRLOT_NEWS_PRIVATE_ORIGINS: origin }));

  it('are absent without sources', async () => {
    const device = await app.open();
    const { page, say } = device;
    await device.open('/trade');
    await page.locator('figure[data-prices]').waitFor();
    await page.getByRole('button', { name: say('trade.info.open') }).click();
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: say('trade.info.hours') })
      .waitFor();
    expect(await page.getByRole('heading', { name: say('trade.news.calendar') }).count()).toBe(0);
    expect(await page.locator('figure').first().getAttribute('data-events')).toBe('0');
    await device.context.close();
  });

  it('come from sources that an administrator sets, and a failing one is named', async () => {
    const root = await setUpOfficePage(app.browser, app.fairlot.url, await app.fairlot.setUpUrl(), 'root');
    const { page, say } = root;
    await root.open('/settings');
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: say('settings.news'), exact: true }) });
    await section.getByRole('button', { name: say('action.edit') }).click();
    const dialog = page.getByRole('dialog');
    const rows = [
      ['US calendar', 'calendar', `${origin}/usd.ics`, 'USD'],
      ['Desk', 'headlines', `${origin}/desk.xml`, ''],
      ['Broken', 'calendar', `${origin}/gone.ics`, 'crypto'],
    ] as const;
    for (const [at, [name, kind, url, scope]] of rows.entries()) {
      await dialog.getByRole('button', { name: say('settings.newsAdd') }).click();
      await dialog
        .getByRole('textbox', { name: say('field.name'), exact: true })
        .nth(at)
        .fill(name);
      await dialog
        .getByRole('combobox', { name: say('field.kind') })
        .nth(at)
        .selectOption(kind);
      await dialog
        .getByRole('textbox', { name: say('settings.newsAddress') })
        .nth(at)
        .fill(url);
      await dialog
        .getByRole('textbox', { name: say('settings.newsScope') })
        .nth(at)
        .fill(scope);
    }
    await root.shot('news sources');
    await dialog.getByRole('button', { name: say('action.review') }).click();
    await root.confirm(say('action.save'));
    await section.getByText('US calendar, Desk, Broken').waitFor();
    await root.open('/health');
    const sources = page.getByTestId('news-sources');
    await sources.getByText(say('sourceReason.status')).waitFor();
    await expect.poll(() => sources.innerText()).toMatch(/404/);
    await root.shot('news health');
    await root.context.close();
  });

  it.each(LOOKS)('are read in the sheet of the instrument and marked on the chart: %o', async (look) => {
    const device = await app.open(look);
    const { page, say, shot } = device;
    await device.open('/trade');
    await page.locator('figure[data-prices]').waitFor();
    await page.locator('figure[data-events="2"]').waitFor();
    await shot(`news marks ${look.language ?? 'en'} ${String(look.size?.width ?? 390)}`);
    await page.getByRole('button', { name: say('trade.info.open') }).click();
    const sheet = page.getByRole('dialog');
    const heading = sheet.getByRole('heading', { name: say('trade.news.calendar') });
    await heading.scrollIntoViewIfNeeded();
    await sheet.getByText('USD FOMC statement').waitFor();
    // The time is the device's own.
    const time = await page.evaluate(
      (at) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
      SOON,
    );
    const entry = sheet.getByRole('listitem').filter({ hasText: 'USD FOMC statement' });
    expect(await entry.innerText()).toContain(time);
    const link = sheet.getByRole('link', { name: 'Dollar <b>steady</b> before the Fed' });
    expect(await link.getAttribute('href')).toBe('https://news.example/dollar');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await shot(`news sheet ${look.language ?? 'en'} ${String(look.size?.width ?? 390)}`);
    expect(device.troubles).toEqual([]);
    await device.context.close();
  });
});
