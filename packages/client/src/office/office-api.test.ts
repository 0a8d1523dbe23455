import { describe, expect, it } from 'vitest';
import { CallError } from '../http/call-error.ts';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { createOfficeApi } from './office-api.ts';
import type { OfficeApi } from './office-api.ts';

interface Seen {
  readonly url: URL;
  readonly init: RequestInit;
}

function office(respond: (request: Seen) => Response): {
  readonly api: OfficeApi;
  readonly seen: Seen[];
  readonly lost: () => number;
} {
  const seen: Seen[] = [];
  let lost = 0;
  const api = createOfficeApi({
    baseUrl: 'https://fx.example',
    lang: () => 'en',
    clock: new ManualClock(),
    newKey: () => 'key-of-the-test',
    fetch: (async (url: string, init: RequestInit) => {
      const request = { url: new URL(url), init };
      seen.push(request);
      return respond(request);
    }) as typeof fetch,
    onSessionInvalid: () => {
      lost += 1;
    },
  });
  return { api, seen, lost: () => lost };
}

const refusal = (code: number, reason: string): Response =>
  new Response(JSON.stringify({ code, reason, msg: 'why not', data: {} }), { status: 401 });

describe('createOfficeApi', () => {
  it('reads by GET with its filters, leaving out empty ones', async () => {
    const { api, seen } = office(
      () => new Response(JSON.stringify({ code: 1, msg: '', data: { list: [], total: 0 } })),
    );
    expect(await api.call('officeUsers', { q: '', page: 2 })).toEqual({ list: [], total: 0 });
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({ page: '2' });
    expect(seen[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' });
  });

  it('marks calls of an unattended page, so that they do not extend the session', async () => {
    const seen: RequestInit[] = [];
    const fetched = (async (_url: string, init: RequestInit) => {
      seen.push(init);
      return new Response(JSON.stringify({ code: 1, msg: '', data: { queues: [] } }));
    }) as typeof fetch;
    let there = true;
    const api = createOfficeApi({
      baseUrl: 'https://fx.example',
      lang: () => 'en',
      clock: new ManualClock(),
      newKey: () => 'key-of-the-test',
      fetch: fetched,
      isAttended: () => there,
    });
    await api.call('officeQueues', {});
    there = false;
    await api.call('officeQueues', {});
    expect(seen.map(({ headers }) => (headers as Record<string, string>)['x-fairlot-office'])).toEqual([
      'page',
      'background',
    ]);
  });

  it('changes state with a key and the header that other sites cannot send', async () => {
    const { api, seen } = office(() => new Response(JSON.stringify({ code: 1, msg: '', data: {} })));
    await api.call('staffSignOut', {}, { key: 'my-own-key' });
    await api.call('staffSignOut', {});
    expect(seen.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key'])).toEqual([
      'my-own-key',
      'key-of-the-test',
    ]);
    expect(seen[0]?.init).toMatchObject({ method: 'POST', body: '{}', headers: { 'x-fairlot-office': 'page' } });
  });

  it('reports the end of a session, except to the call that checks for one', async () => {
    const { api, lost } = office(() => refusal(999, 'session_invalid'));
    await expect(api.call('staffSelf', {}, { initial: true })).rejects.toThrow('why not');
    expect(lost()).toBe(0);
    await expect(api.call('officeQueues', {})).rejects.toThrow('why not');
    expect(lost()).toBe(1);
  });

  it('returns an exported list as the server’s file, and a refusal as an error', async () => {
    const file = office(
      () =>
        new Response('id\n1\n', {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="users-list.csv"',
          },
        }),
    );
    expect(await file.api.export('officeUsers', { kind: 'real' })).toEqual({ name: 'users-list.csv', text: 'id\n1\n' });
    expect(file.seen[0]?.url.search).toBe('?kind=real&format=csv');
    const refused: unknown = await office(() => refusal(1000, 'export_too_large'))
      .api.export('officeUsers', {})
      .catch((error: unknown) => error);
    expect(refused instanceof CallError ? refused.reason : refused).toBe('export_too_large');
  });
});
