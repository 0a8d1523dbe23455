import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from './support/server.ts';

const PAGE = 'https://trade.example.com';
const API = 'https://api.example.com';

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-pages-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head><title>Fairlot</title></head></html>');
  server = await startTestServer({
    FAIRLOT_PAGES_DIR: folder,
    FAIRLOT_OFFICE_PAGES_DIR: folder,
    FAIRLOT_PAGE_ORIGIN: PAGE,
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('pages and API on two origins', () => {
  it('tells the page, whose policy names the API for calls, socket and pictures', async () => {
    const page = await server.raw('/');
    expect(page.text).toContain(
      '<title>Fairlot</title><meta name="fairlot-api" content="derived" /><meta name="fairlot-stop-out" content="50" />',
    );
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`connect-src 'self' ${API} wss://api.example.com;`);
    expect(policy).toContain(`img-src 'self' data: blob: ${API};`);
  });

  it('leaves the office on its own origin', async () => {
    const office = await server.raw('/office/');
    expect(office.text).not.toContain('fairlot-api');
    expect(office.headers['content-security-policy']).not.toContain(API);
  });

  it('lets exactly the page’s origin call, without cookies', async () => {
    const ask = async (origin: string) => {
      const { headers } = await server.raw(calls.submit.path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,lang,idempotency-key',
        },
      });
      return headers;
    };
    const allowed = await ask(PAGE);
    expect(allowed).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-headers': 'authorization, content-type, lang, idempotency-key',
    });
    expect(allowed['access-control-allow-credentials']).toBeUndefined();
    const answered = await server.raw(calls.basicInfo.path, { headers: { origin: PAGE } });
    expect(answered.headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      vary: 'lang, authorization, accept-encoding, origin',
    });
    for (const origin of [
      'https://m.example.com',
      'http://trade.example.com',
      'https://trade.example.com.evil.net',
      'null',
    ])
      expect((await ask(origin))['access-control-allow-origin']).toBeUndefined();
  });
});
