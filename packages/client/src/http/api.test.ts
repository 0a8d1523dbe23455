import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import { createApi } from './api.ts';
import { CallError } from './call-error.ts';
import type { Api, ApiSettings, Message } from './types.ts';

interface Seen {
  readonly url: URL;
  readonly init: RequestInit;
}

let clock: ManualClock;
let seen: Seen[];
let messages: Message[];
let lost: CallError[];
let spinner: number[];
let warnings: string[];
let token: string | null;
let respond: (request: Seen) => Promise<Response> | Response;

beforeEach(() => {
  clock = new ManualClock(42);
  seen = [];
  messages = [];
  lost = [];
  spinner = [];
  warnings = [];
  token = null;
});

function api(more: Partial<ApiSettings> = {}): Api {
  return createApi({
    baseUrl: 'https://fx.example',
    lang: () => 'ar',
    token: () => token,
    clock,
    newKey: () => 'key-of-the-test',
    log: { warn: (message) => void warnings.push(message) },
    fetch: (async (url: string, init: RequestInit) => {
      const request = { url: new URL(url), init };
      seen.push(request);
      return respond(request);
    }) as typeof fetch,
    onMessage: (message) => void messages.push(message),
    onSessionInvalid: (error) => void lost.push(error),
    onSpinner: (running) => void spinner.push(running),
    ...more,
  });
}

function answer(data: unknown, more: object = {}, status = 200): Response {
  return new Response(JSON.stringify({ code: 1, msg: 'fine', reason: 'ok', data, ...more }), { status });
}

const refusal = (code: number, reason: string, status = 200): Response =>
  answer({}, { code, reason, msg: 'the server’s words', detail: { nearest: '1.2' } }, status);

async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error('the call did not fail with a CallError');
  return error;
}

const ORDER_INPUT = { type: 1, cont: '0.10', forex_id: 1, status: '1', multiple: 100, stop_loss_price: undefined };

describe('createApi sends a request', () => {
  it('by GET with language, token, input and time, and without a key', async () => {
    respond = () => answer({ data: [], total: 0, balance: '0', all_fact_profits: '0' });
    token = 'secret';
    await api().call('myDeal', { status: '1', page: 2 });
    const [{ url, init }] = seen as [Seen];
    expect(url.pathname).toBe('/v1/api/forex/my_deal');
    expect(Object.fromEntries(url.searchParams)).toEqual({ status: '1', page: '2', t: '42' });
    expect(init.headers).toEqual({ lang: 'ar', authorization: 'secret' });
    expect(init.method).toBe('GET');
  });

  it('by POST with a key when the call changes state', async () => {
    respond = () => answer({ balance: '1', lock_balance: '0' });
    await api().call('resetDemo', {});
    await errorOf(api().call('submit', ORDER_INPUT, { key: 'my-own-key' }));
    const [reset, submit] = seen as [Seen, Seen];
    expect(reset.init.method).toBe('POST');
    expect(reset.url.search).toBe('');
    expect(reset.init.headers).toMatchObject({
      'idempotency-key': 'key-of-the-test',
      'content-type': 'application/json',
    });
    expect(reset.init.headers).not.toHaveProperty('authorization');
    expect(submit.init.headers).toMatchObject({ 'idempotency-key': 'my-own-key' });
    expect(JSON.parse(submit.init.body as string)).toEqual({
      type: 1,
      cont: '0.10',
      forex_id: 1,
      status: '1',
      multiple: 100,
    });
  });

  it('with the token that was current when the call was made', async () => {
    respond = () => answer({});
    token = 'leaving';
    const ended = api().call('logout', {});
    token = null;
    await ended;
    expect(seen[0]?.init.headers).toMatchObject({ authorization: 'leaving' });
  });

  it('with a token of its own, whose end is not that of the session', async () => {
    respond = () => refusal(999, 'session_invalid');
    token = 'in use';
    await errorOf(api().call('logout', {}, { token: 'put away' }));
    expect(seen[0]?.init.headers).toMatchObject({ authorization: 'put away' });
    expect(lost).toEqual([]);
  });

  it('only if the hook before it allows it', async () => {
    const error = await errorOf(api({ beforeRequest: ({ call }) => call !== 'categories' }).call('categories', {}));
    expect(error.kind).toBe('cancelled');
    expect(seen).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('with the spinner shown until it succeeds or fails', async () => {
    respond = () => refusal(1000, 'bad_request');
    await errorOf(api().call('categories', {}, { spinner: true }));
    expect(spinner).toEqual([1, 0]);
  });
});

describe('createApi reads an answer', () => {
  it('and ignores fields that a newer server adds', async () => {
    respond = () => answer([{ Id: 1, NameShowTrans: 'Forex', Icon: 'new' }], { trace: 'x' });
    expect(await api().call('categories', {})).toEqual([{ Id: 1, NameShowTrans: 'Forex' }]);
    expect(await api().callRaw('categories', {})).toEqual({
      code: 1,
      msg: 'fine',
      reason: 'ok',
      data: [{ Id: 1, NameShowTrans: 'Forex' }],
    });
    expect(messages).toEqual([]);
  });

  it('and rejects data that violates the contract', async () => {
    respond = () => answer([{ Id: 1 }]);
    const error = await errorOf(api().call('categories', {}));
    expect([error.kind, error.code]).toEqual(['transport', 'ERR_BAD_ANSWER']);
  });

  it('and shows a refusal once in the server’s words, unless the call is quiet', async () => {
    respond = () => refusal(3011, 'stop_loss_wrong_side');
    const error = await errorOf(api().call('categories', {}));
    expect(error).toMatchObject({
      kind: 'refused',
      code: 3011,
      reason: 'stop_loss_wrong_side',
      msg: 'the server’s words',
      detail: { nearest: '1.2' },
      status: 200,
      outcomeUnknown: false,
    });
    expect(messages).toEqual([{ kind: 'error', text: 'the server’s words', error }]);
    await errorOf(api().call('categories', {}, { quiet: true }));
    expect(messages).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('and announces a success in the server’s words', async () => {
    respond = () => answer({ balance: '1', lock_balance: '0' });
    await api().call('resetDemo', {});
    expect(messages).toEqual([{ kind: 'success', text: 'fine' }]);
    await api().call('resetDemo', {}, { announce: false });
    expect(messages).toHaveLength(1);
  });

  it('and treats the outcome as unknown for 5xx and 9xxx only', async () => {
    respond = () => refusal(9001, 'not_ready', 503);
    expect((await errorOf(api().call('categories', {}))).outcomeUnknown).toBe(true);
    respond = () => refusal(1000, 'bad_request', 502);
    expect((await errorOf(api().call('categories', {}))).outcomeUnknown).toBe(true);
    respond = () => refusal(1004, 'too_many_requests', 429);
    expect((await errorOf(api().call('categories', {}))).outcomeUnknown).toBe(false);
  });

  it('and reports the HTTP status when there is no envelope', async () => {
    respond = () => new Response('<html>Bad gateway</html>', { status: 502 });
    const error = await errorOf(api().call('categories', {}));
    expect([error.kind, error.code, error.outcomeUnknown]).toEqual(['transport', 'HTTP_502', true]);
    expect(messages[0]?.text).toBe('HTTP_502');
    expect(warnings).toHaveLength(1);
  });
});

describe('an invalid session', () => {
  it('is reported once per token, and never by start-up calls', async () => {
    respond = () => refusal(999, 'session_invalid');
    token = 'old';
    const one = api();
    await errorOf(one.call('userInfo', {}, { initial: true }));
    expect(lost).toHaveLength(0);
    await Promise.all([errorOf(one.call('userInfo', {})), errorOf(one.call('getBalance', {}))]);
    expect(lost).toHaveLength(1);
    token = 'new';
    await errorOf(one.call('userInfo', {}));
    expect(lost).toHaveLength(2);
  });

  it('of a former token does not end the current session', async () => {
    token = 'old';
    respond = () => {
      token = 'new';
      return refusal(999, 'session_invalid');
    };
    await errorOf(api().call('userInfo', {}));
    expect(lost).toEqual([]);
    expect(messages).toEqual([]);
  });
});

const never = (request: Seen): Promise<Response> =>
  new Promise((_resolve, reject) => {
    request.init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

describe('the transport', () => {
  it('shows the code of an error and logs it', async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    const error = await errorOf(api().call('categories', {}));
    expect([error.kind, error.code, error.status, error.outcomeUnknown]).toEqual(['transport', 'ERR_NETWORK', 0, true]);
    expect(messages.map(({ text }) => text)).toEqual(['ERR_NETWORK']);
    expect(warnings).toHaveLength(1);
  });

  it('times out', async () => {
    respond = never;
    const call = errorOf(api().call('categories', {}, { timeout: 3_000 }));
    await Promise.resolve();
    clock.advance(3_000);
    expect((await call).code).toBe('ERR_TIMEOUT');
    expect(clock.due).toBeUndefined();
  });

  it('reports nothing when the caller cancels', async () => {
    respond = never;
    const abort = new AbortController();
    const call = errorOf(api().call('categories', {}, { signal: abort.signal }));
    await Promise.resolve();
    abort.abort();
    expect((await call).kind).toBe('cancelled');
    expect((await errorOf(api().call('categories', {}, { signal: abort.signal }))).kind).toBe('cancelled');
    expect(messages).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
