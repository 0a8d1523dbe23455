import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualTimers } from './manual-timers.testkit.ts';
import { RestClient, RestError } from './rest.ts';
import { VenueServer } from './venue-server.testkit.ts';

const NEVER = new AbortController().signal;

let server: VenueServer;
let timers: ManualTimers;
let rest: RestClient;
let body: string;

beforeEach(async () => {
  body = '{"price":1.10}';
  server = await VenueServer.start({ rest: () => body });
  timers = new ManualTimers();
  rest = new RestClient(
    {
      timeoutMs: 10_000,
      maxBytes: 1_000,
      spacingMs: 400,
      attempts: 3,
      headers: { authorization: 'Bearer t0ken' },
      secrets: ['t0ken'],
    },
    timers,
  );
});
afterEach(() => server.stop());

/** Resolves when a client of this process has got the status and headers of its next answer. */
function nextHead(): Promise<void> {
  const channel = 'http.client.response.finish';
  return new Promise((done) => {
    const heard = (): void => {
      unsubscribe(channel, heard);
      done();
    };
    subscribe(channel, heard);
  });
}

/** The reason and detail of a call that fails. */
async function failure(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  );
  return error instanceof RestError ? `${error.fault.reason}: ${error.message}` : String(error);
}

describe('calls of a REST interface', () => {
  it('keep the digits, one call at a time, at a distance', async () => {
    const first = rest.get(`${server.url}/1`, NEVER);
    const second = rest.get(`${server.url}/2`, NEVER);
    await expect(first).resolves.toEqual({ price: '1.10' });
    await timers.scheduled(400);
    expect(server.requests).toBe(1);
    timers.advance(400);
    await expect(second).resolves.toEqual({ price: '1.10' });
  });

  it.each([
    [true, 1],
    [false, 3],
  ])('with a persistent connection (%s): three calls by %i connections', async (isPersistent, connections) => {
    const limits = { timeoutMs: 10_000, maxBytes: 1_000, spacingMs: 0, attempts: 1, isPersistent };
    const client = new RestClient(limits, timers);
    for (let call = 0; call < 3; call += 1) await client.get(server.url, NEVER);
    expect(server.connections).toBe(connections);
    // The connection that is kept was cut by the venue: the next call has a new one.
    await server.stop();
    server = await VenueServer.start({ rest: () => '[1]' });
    await expect(client.get(server.url, NEVER)).resolves.toEqual(['1']);
  });

  it('follow Retry-After, then succeed', async () => {
    server.manners = 'rateLimited';
    const call = rest.get(server.url, NEVER);
    await timers.scheduled(7_250);
    server.manners = 'good';
    timers.advance(7_250);
    await expect(call).resolves.toEqual({ price: '1.10' });
    expect(server.requests).toBe(2);
  });

  it('give up after their attempts', async () => {
    server.manners = 'rateLimited';
    const failed = failure(rest.get(server.url, NEVER));
    await timers.scheduled(7_250);
    timers.advance(7_250);
    await timers.scheduled(7_500);
    timers.advance(7_500);
    expect(await failed).toBe('rate_limited: HTTP 429: slow down');
    expect(server.requests).toBe(3);
  });

  it('are not repeated with refused credentials, for a page of HTML, or for an answer that is too long', async () => {
    server.manners = 'unauthorized';
    expect(await failure(rest.get(server.url, NEVER))).toContain('unauthorized: HTTP 401');
    server.manners = 'html';
    timers.advance(400);
    expect(await failure(rest.get(server.url, NEVER))).toBe('wrong_answer: the answer is not JSON');
    server.manners = 'good';
    body = `"${'x'.repeat(1_000)}"`;
    timers.advance(400);
    expect(await failure(rest.get(server.url, NEVER))).toBe('wrong_answer: answer too long or cut');
    expect(server.requests).toBe(3);
  });

  it('are refused by their status when the page of the refusal is cut, or never ends', async () => {
    server.manners = 'cutRefusal';
    expect(await failure(rest.get(server.url, NEVER))).toBe('unauthorized: HTTP 401');
    server.manners = 'dripRefusal';
    timers.advance(400);
    const head = nextHead();
    const failed = failure(rest.get(server.url, NEVER));
    await head;
    timers.advance(10_000);
    expect(await failed).toBe('unauthorized: HTTP 401');
    expect(server.requests).toBe(2);
  });

  it('end while an answer without end is still arriving', async () => {
    await server.stop();
    server = await VenueServer.start({ opened: (side) => side.send('x'.repeat(2_000)) });
    expect(await failure(rest.get(server.url, NEVER))).toBe('wrong_answer: answer too long or cut');
  });

  it('end when no answer comes in time', async () => {
    server.manners = 'halfOpen';
    const failed = failure(
      new RestClient({ timeoutMs: 10_000, maxBytes: 1, spacingMs: 0, attempts: 1 }, timers).get(server.url, NEVER),
    );
    await expect.poll(() => server.requests).toBe(1);
    timers.advance(10_000);
    expect(await failed).toBe('unreachable: no answer in time');
  });

  it('end at once when they are aborted, while waiting and while calling', async () => {
    server.manners = 'halfOpen';
    const calling = new AbortController();
    const call = failure(rest.get(server.url, calling.signal));
    await expect.poll(() => server.requests).toBe(1);
    calling.abort(new Error('the server stops'));
    expect(await call).toBe('Error: the server stops');
    const waiting = new AbortController();
    const next = failure(rest.get(server.url, waiting.signal));
    await timers.scheduled(400);
    waiting.abort(new Error('the server stops'));
    expect(await next).toBe('Error: the server stops');
    expect(server.requests).toBe(1);
    expect(timers.waits()).toEqual([]);
  });
});
