import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

/** Sources need a moment on a busy machine. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const clock = { time: Date.now() };
const soon = clock.time + 2 * 3_600_000;
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const calendar = (...events: readonly (readonly [number, string])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Economic calendar//EN',
    ...events.flatMap(([time, title], at) => [
      'BEGIN:VEVENT',
      `UID:${at}@example`,
      `DTSTART:${stamp(time)}`,
      `SUMMARY:${title}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const feed = (...items: readonly (readonly [number, string])[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Desk</title>${items
    .map(
      ([time, title]) =>
        `<item><title>${title}</title><link>https://news.example/1</link><pubDate>${new Date(time).toUTCString()}</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

/** The deadlines of documents in the order in which they were asked for. Only a test ends one: a stall would end all. */
const deadlines: AbortController[] = [];
/** Their lengths in milliseconds. */
const limits = new Set<number>();
/** Called when the silent source has been asked. */
let onSilence: () => void = () => undefined;
let hits = 0;
let inside: Server;
let site: Server;
let origin: string;
let server: TestServer;
let office: TestOffice;

const insideUrl = (): string => `http://127.0.0.1:${(inside.address() as AddressInfo).port}/secret`;
/** The answers of the sources by path. */
const ANSWERS: Readonly<Record<string, RequestListener>> = {
  '/usd.ics': (_request, response) =>
    response.end(calendar([soon, 'USD CPI y/y'], [soon - 20 * DAY_MS, 'too old'], [soon, '<b>FOMC</b> minutes'])),
  '/metals.xml': (_request, response) => response.end(feed([clock.time - 60_000, 'Gold &amp;lt;script&amp;gt; rises'])),
  '/moved.ics': (_request, response) => response.writeHead(302, { location: '/usd.ics' }).end(),
  '/inside.ics': (_request, response) => response.writeHead(302, { location: insideUrl() }).end(),
  '/loop.ics': (_request, response) => response.writeHead(301, { location: '/loop.ics' }).end(),
  '/huge.xml': (_request, response) => response.end('x'.repeat(2_000_000)),
  '/endless.xml': (_request, response) => {
    const timer = setInterval(() => response.write('<item/>'.repeat(20_000)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/silent.ics': () => onSilence(),
  '/bomb.xml': (_request, response) =>
    response.end(
      `<!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>${feed([clock.time, `${'&b;'.repeat(20)} x`]).replace(/^<\?.*?\?>/, '')}`,
    ),
  '/wrong.xml': (_request, response) =>
    response.end(Buffer.concat([Buffer.from('<?xml version="1.0"?><rss>'), Buffer.from([0xff, 0xfe, 0xe9])])),
  '/page.ics': (_request, response) => response.end('<!doctype html><title>Log in</title>'),
  '/gone.ics': (_request, response) => response.writeHead(410).end(),
};

beforeAll(async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.add(ms);
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  });
  inside = createServer((_request, response) => {
    hits += 1;
    response.end(calendar([soon, 'secret']));
  });
  site = createServer((request, response) => {
    const answer = ANSWERS[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await Promise.all([inside, site].map((each) => new Promise<void>((done) => void each.listen(0, '127.0.0.1', done))));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startTestServer({ FAIRLOT_NEWS_PRIVATE_ORIGINS: origin }, () => clock.time);
  office = await openTestOffice(server, clock);
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  for (const each of [inside, site]) {
    each.closeAllConnections();
    each.close();
  }
});

const save = async (sources: unknown): Promise<string> => {
  const { version } = (await office.administrator.call('siteSettings')).envelope.data;
  const input = { version, values: { news_sources: sources }, reset: [] };
  return (await office.administrator.call('changeSiteSettings', input)).envelope.reason;
};
const newsOf = async (code: string) =>
  (await server.call('marketNews', { forex_id: await server.instrument(code) })).envelope.data;
const titlesOf = async (code: string): Promise<readonly string[]> => {
  const { Events, Headlines } = await newsOf(code);
  return [...Events, ...Headlines].map(({ Text }) => Text);
};
const health = async () => (await office.administrator.call('officeHealth')).envelope.data.news_sources;

describe('market news', () => {
  it('is absent without sources, and refuses unknown instruments', async () => {
    expect(await newsOf('EURUSD')).toEqual({ Events: [], Headlines: [] });
    expect((await server.call('marketNews', { forex_id: 999_999 })).envelope.reason).toBe('unknown_instrument');
    expect(await health()).toEqual([]);
  });

  it('refuses sources that cannot be', async () => {
    const good = { kind: 'calendar', name: 'Calendar', url: `${origin}/usd.ics`, scope: ['USD'] };
    for (const bad of [
      { ...good, url: 'file:///etc/passwd' },
      { ...good, url: 'https://user:secret@example.com/' },
      { ...good, kind: 'podcast' },
      { ...good, name: '' },
      { ...good, scope: ['US Dollar'] },
      { ...good, token: 'x' },
    ])
      expect(await save([bad])).toBe('bad_request');
    expect(await save([good, good])).toBe('bad_request');
    expect(await save(Array.from({ length: 21 }, (_, at) => ({ ...good, name: `n${at}` })))).toBe('bad_request');
  });

  it('is shown for the instruments of each scope, as plain text, and goes with its source', async () => {
    const sources = [
      { kind: 'calendar', name: 'US calendar', url: `${origin}/moved.ics`, scope: ['usd'] },
      { kind: 'headlines', name: 'Metals desk', url: `${origin}/metals.xml`, scope: ['metals'] },
    ];
    expect(await save(sources)).toBe('ok');
    await expect
      .poll(() => titlesOf('XAUUSD'), PATIENCE)
      .toEqual(['USD CPI y/y', 'FOMC minutes', 'Gold <script> rises']);
    expect(await titlesOf('EURUSD')).toEqual(['USD CPI y/y', 'FOMC minutes']);
    expect(await titlesOf('EURGBP')).toEqual([]);
    const { Events, Headlines } = await newsOf('XAUUSD');
    expect(Events[0]).toEqual({
      // Calendars count in minutes.
      Time: Math.floor(soon / 60_000) * 60_000,
      AllDay: false,
      Text: 'USD CPI y/y',
      Source: 'US calendar',
    });
    expect(Headlines[0]).toMatchObject({ Link: 'https://news.example/1', Source: 'Metals desk' });
    expect(await health()).toMatchObject([
      { name: 'US calendar', items: 2, reason: null },
      { name: 'Metals desk', items: 1, reason: null },
    ]);
    expect(await save(sources.slice(0, 1))).toBe('ok');
    expect(await titlesOf('XAUUSD')).toEqual(['USD CPI y/y', 'FOMC minutes']);
  });

  it('names the failure of each hostile source, and never reaches into the private network', async () => {
    const failing: Readonly<Record<string, string>> = {
      [`${origin}/inside.ics`]: 'address',
      [insideUrl()]: 'address',
      'https://127.0.0.1/x.ics': 'address',
      'https://[::1]/x.ics': 'address',
      'https://[::ffff:127.0.0.1]/x.ics': 'address',
      'https://169.254.169.254/latest/meta-data': 'address',
      'https://2130706433/x.ics': 'address',
      'http://example.com/x.ics': 'address',
      [`${origin}/loop.ics`]: 'redirects',
      [`${origin}/huge.xml`]: 'too_large',
      [`${origin}/endless.xml`]: 'too_large',
      [`${origin}/silent.ics`]: 'timeout',
      [`${origin}/wrong.xml`]: 'encoding',
      [`${origin}/page.ics`]: 'format',
      [`${origin}/gone.ics`]: 'status',
      'https://localhost:1/x.ics': 'unreachable',
    };
    const sources = Object.keys(failing).map((url, at) => ({
      kind: url.includes('.xml') ? 'headlines' : 'calendar',
      name: `source ${at}`,
      url,
      scope: [],
    }));
    const bomb = { kind: 'headlines', name: 'bomb', url: `${origin}/bomb.xml`, scope: [] };
    const all = [...sources, bomb];
    // All sources are asked in one turn, so the last deadlines are theirs.
    const silent = all.findIndex(({ url }) => url.endsWith('/silent.ics')) - all.length;
    onSilence = () => deadlines.at(silent)?.abort();
    expect(await save(all)).toBe('ok');
    await expect
      .poll(async () => (await health()).map(({ reason }) => reason), PATIENCE)
      .toEqual([...Object.values(failing), null]);
    expect([...limits]).toEqual([10_000]);
    expect(hits).toBe(0);
    // The bomb expands to nothing.
    expect(await titlesOf('EURUSD')).toEqual([`${'&b;'.repeat(20)} x`]);
    // Trading goes on meanwhile.
    expect((await server.call('tradeList')).envelope.reason).toBe('ok');
  });

  it('shows nothing of a source that was read two days ago', async () => {
    expect(await save([{ kind: 'calendar', name: 'US calendar', url: `${origin}/usd.ics`, scope: [] }])).toBe('ok');
    await expect.poll(() => titlesOf('EURUSD'), PATIENCE).toHaveLength(2);
    clock.time += 2 * DAY_MS + 1000;
    expect(await titlesOf('EURUSD')).toEqual([]);
  });
});
