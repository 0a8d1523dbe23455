import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompressedPages, startPage } from '../src/http/start-page.ts';
import { type TestServer, startTestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a page’s address without its #', () => {
  const browser = { accept: 'text/html,application/xhtml+xml' };
  it.each([
    ['/register', '/#/register'],
    ['/register?code=abc', '/#/register?code=abc'],
  ])('%s leads a browser to the page', async (path, to) => {
    const answer = await server.raw(path, { headers: browser });
    expect([answer.status, answer.headers.location]).toEqual([302, to]);
  });

  it.each([
    ['a call', '/v1/api/nothing', browser],
    ['an old call', '/api/nothing', browser],
    ['a file', '/register.png', browser],
    ['another client', '/register', { accept: '*/*' }],
  ])('%s gets the envelope', async (_name, path, headers) => {
    expect((await server.request(path, { headers })).envelope.reason).toBe('unknown_path');
  });
});

describe('the start page', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pages-'));
    await writeFile(join(folder, 'index.html'), '<head><title>x</title></head><div id="root"></div>');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const page = (language: 'hk' | 'de', visitor: 'hk' | 'de' = language) =>
    startPage(folder, { siteTitle: 'A & B', stopOutLevel: 40, language, statedApi: undefined, visitor });

  it('states the site’s language for visitors who have chosen none', async () => {
    const head = '<head><title>A &amp; B</title><meta name="fairlot-stop-out" content="40" />';
    expect(await page('hk')).toContain(`${head}</head>`);
    expect(await page('de')).toContain(`${head}<meta name="fairlot-language" content="de" /></head>`);
  });

  it('has the first pages of the visitor’s language, with the site’s title and stop-out level', async () => {
    await mkdir(join(folder, 'first'));
    await writeFile(join(folder, 'first', 'de.html'), '<p>Fairlot</p><p>Fairlot prüft: {{stop_out_ratio}}%</p>');
    expect(await page('hk', 'de')).toContain('</head><p>A &amp; B</p><p>Fairlot prüft: 40%</p><div id="root">');
    expect(await page('de', 'hk')).toContain('</head><div id="root">');
  });

  it('is compressed once for each language, and again when it has changed', async () => {
    const pages = new CompressedPages();
    const [one, same, german, changed] = await Promise.all([
      pages.of('hk', 'a'),
      pages.of('hk', 'a'),
      pages.of('de', 'b'),
      pages.of('hk', 'c'),
    ]);
    expect(same).toBe(one);
    expect([one, german, changed].map((each) => gunzipSync(each).toString())).toEqual(['a', 'b', 'c']);
  });
});

it('the built page comes compressed in the language of the cookie, and its policy names its own script alone', async () => {
  const { status, headers, text } = await server.raw('/', { headers: { cookie: 'a=b; lang=ar' } });
  expect([status, headers.vary]).toEqual([200, 'accept-encoding, cookie']);
  expect(text).toContain('data-code="ar"');
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(text) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  const zipped = await fetch(server.url, { headers: { 'accept-encoding': 'gzip', cookie: 'lang=ar' } });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(await zipped.text()).toBe(text);
});

it('the file of the page leads to the page', async () => {
  const { status, headers } = await server.raw('/index.html');
  expect([status, headers.location]).toEqual([301, '/']);
});
