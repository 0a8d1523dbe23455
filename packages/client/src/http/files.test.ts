import { describe, expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { createApi } from './api.ts';
import type { CallError } from './call-error.ts';
import type { FileRequest, Api, ApiSettings } from './types.ts';

const URL_OF_IMAGE = `/api/common/image/${'a'.repeat(43)}`;
const refusal = JSON.stringify({ code: 5001, msg: 'not such a file', reason: 'image_type_unsupported', data: null });

function api(more: Partial<ApiSettings>): Api {
  return createApi({
    baseUrl: 'https://fx.example',
    lang: () => 'ar',
    token: () => 'secret',
    clock: new ManualClock(1),
    newKey: () => 'key-of-the-test',
    log: { warn: () => undefined },
    fetch: () => Promise.reject(new Error('not here')),
    ...more,
  });
}

const failure = async (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: CallError) => error,
  );

describe('an upload', () => {
  it('sends a form with the file, language, token and key, and gives the address', async () => {
    const sent: FileRequest[] = [];
    const shares: number[] = [];
    const one = api({
      sendFile: (request) => {
        sent.push(request);
        request.onProgress?.(0.5);
        return Promise.resolve({
          status: 200,
          text: JSON.stringify({ code: 1, msg: '', reason: 'ok', data: { url: URL_OF_IMAGE } }),
        });
      },
    });
    expect(await one.upload('imageUpload', new Blob(['x']), { onProgress: (share) => shares.push(share) })).toEqual({
      url: URL_OF_IMAGE,
    });
    expect([sent[0]?.url, sent[0]?.headers, shares]).toEqual([
      'https://fx.example/api/common/image_upload',
      { lang: 'ar', authorization: 'secret', 'idempotency-key': 'key-of-the-test' },
      [0.5],
    ]);
    expect(sent[0]?.body.get('file')).toBeInstanceOf(Blob);
  });

  it('reports a refusal once, with its reason', async () => {
    const messages: string[] = [];
    const one = api({
      sendFile: () => Promise.resolve({ status: 200, text: refusal }),
      onMessage: ({ text }) => void messages.push(text),
    });
    expect(await failure(one.upload('imageUpload', new Blob(['x'])))).toMatchObject({
      kind: 'refused',
      reason: 'image_type_unsupported',
    });
    expect(messages).toEqual(['not such a file']);
  });
});

describe('an image', () => {
  it('is fetched with the token in a header', async () => {
    const asked: [string, RequestInit][] = [];
    const one = api({
      fetch: ((url: string, init: RequestInit) => {
        asked.push([url, init]);
        return Promise.resolve(new Response('picture', { headers: { 'content-type': 'image/jpeg' } }));
      }) as typeof fetch,
    });
    expect(await (await one.fetchImage(URL_OF_IMAGE)).text()).toBe('picture');
    expect(asked[0]?.[0]).toBe(`https://fx.example${URL_OF_IMAGE}`);
    expect(asked[0]?.[1].headers).toEqual({ lang: 'ar', authorization: 'secret' });
  });

  it('fails with the server’s refusal, and reports the end of the session', async () => {
    const lost: CallError[] = [];
    const texts = [
      refusal,
      JSON.stringify({ code: 999, msg: 'gone', reason: 'session_invalid', data: null }),
      '<html>',
      JSON.stringify({ code: 1, msg: '', reason: 'ok', data: {} }),
    ];
    const one = api({
      fetch: () => Promise.resolve(new Response(texts.shift(), { headers: { 'content-type': 'application/json' } })),
      onSessionInvalid: (error) => void lost.push(error),
    });
    expect(await failure(one.fetchImage(URL_OF_IMAGE))).toMatchObject({
      kind: 'refused',
      reason: 'image_type_unsupported',
    });
    expect(await failure(one.fetchImage(URL_OF_IMAGE))).toMatchObject({ reason: 'session_invalid' });
    expect(lost).toHaveLength(1);
    expect(await failure(one.fetchImage(URL_OF_IMAGE))).toMatchObject({ code: 'ERR_BAD_ANSWER' });
    expect(await failure(one.fetchImage(URL_OF_IMAGE))).toMatchObject({ code: 'ERR_BAD_ANSWER' });
  });

  it.each(['https://elsewhere.example/x.jpg', '//elsewhere.example/x', '/api/user/info', ''])(
    'is not fetched from another address (%s), so that the token does not leak',
    async (url) => {
      let asked = 0;
      const one = api({
        fetch: () => {
          asked += 1;
          return Promise.resolve(new Response(''));
        },
      });
      await failure(one.fetchImage(url));
      expect(asked).toBe(0);
    },
  );
});

describe('a file', () => {
  it('is fetched with the token in a header, its input in the address, and keeps its name', async () => {
    const asked: [string, RequestInit][] = [];
    const one = api({
      fetch: ((url: string, init: RequestInit) => {
        asked.push([url, init]);
        return Promise.resolve(
          new Response('a,b', {
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'inline; filename="trades.csv"',
            },
          }),
        );
      }) as typeof fetch,
    });
    const { name, content } = await one.download('statementFile', { part: 'trades', period: 'week' });
    expect([name, await content.text()]).toEqual(['trades.csv', 'a,b']);
    expect(asked.map(([url, { headers }]) => [url, headers])).toEqual([
      [
        'https://fx.example/v1/api/main/statement/file?part=trades&period=week&t=1',
        { lang: 'ar', authorization: 'secret' },
      ],
    ]);
  });

  it('fails with the server’s refusal, and with an error when the transfer breaks off', async () => {
    const refused = api({
      fetch: () => Promise.resolve(new Response(refusal, { headers: { 'content-type': 'application/json' } })),
    });
    expect(await failure(refused.download('statementFile', { part: 'trades' }))).toMatchObject({
      kind: 'refused',
      reason: 'image_type_unsupported',
    });
    const broken = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('a,b'));
        stream.error(new Error('cut'));
      },
    });
    const cut = api({
      fetch: () => Promise.resolve(new Response(broken, { headers: { 'content-type': 'text/csv' } })),
    });
    expect(await failure(cut.download('statementFile', { part: 'trades' }))).toMatchObject({
      kind: 'transport',
      code: 'ERR_NETWORK',
    });
  });
});
