import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPage } from '../src/http/start-page.ts';
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

describe('a visitor who has not chosen a language', () => {
  it('gets the page in the site’s language', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    await writeFile(join(folder, 'index.html'), '<head><title>x</title></head>');
    const page = (language: 'hk' | 'de') => startPage(folder, { siteTitle: 'A & B', language, statedApi: undefined });
    expect(await page('hk')).toBe('<head><title>A &amp; B</title></head>');
    expect(await page('de')).toBe('<head><title>A &amp; B</title><meta name="fairlot-language" content="de" /></head>');
    await rm(folder, { recursive: true });
  });
});
