import { CODES, calls } from '@fairlot/contract';
import type { Call } from '@fairlot/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileValue, inTurns, queryOf } from './support/hostile.ts';
import { startTestServer } from './support/server.ts';
import type { RequestOptions, TestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

/** Inputs of a run. The seed of a run that failed, in FAIRLOT_TEST_SEED, repeats it. */
const REQUESTS = 12_000;
const MESSAGES = 4_000;
const seed = Number(process.env['FAIRLOT_TEST_SEED'] ?? Date.now() % 2 ** 31);

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const declared: readonly Call[] = Object.values(calls);

function fieldsOf(call: Call): readonly string[] {
  const shape = (
    call.input as { readonly shape?: object; readonly _zod: { readonly def: { readonly shape?: object } } }
  )._zod.def.shape;
  return [...Object.keys(shape ?? {}), '__proto__', 'constructor', 't'];
}

interface Request {
  readonly path: string;
  readonly options: RequestOptions;
}

const request: fc.Arbitrary<Request> = fc.constantFrom(...declared).chain((call) =>
  fc
    .record({
      input: fc.dictionary(
        fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...fieldsOf(call)) }, { weight: 1, arbitrary: fc.string() }),
        hostileValue,
        { maxKeys: 4 },
      ),
      method: fc.constantFrom(...call.methods, ...call.methods, ...call.methods, 'GET', 'POST', 'PUT'),
      authorization: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('', 'Bearer', 'Bearer x', 'x'.repeat(3000)) },
      ),
      key: fc.option(fc.constantFrom('', 'short', 'a-good-enough-key', 'x'.repeat(100)), { nil: undefined, freq: 2 }),
      type: fc.constantFrom(
        'application/json',
        'application/json',
        'application/x-www-form-urlencoded',
        'text/xml',
        'text/plain',
        'application/json; charset=latin1',
      ),
      lang: fc.constantFrom('en', 'ar', 'xx', '../../x'),
      cut: fc.integer({ min: 0, max: 40 }),
      good: fc.boolean(),
    })
    .map(({ input: bad, good, method, authorization, key, type, lang, cut }) => {
      const input = good ? { ...goodInput(call), ...bad } : bad;
      // Signing the account of the run out would make the rest of it dull.
      const signsOut = call.path === calls.logout.path;
      const headers: Record<string, string> = { lang, authorization: authorization ?? (signsOut ? '' : 'TOKEN') };
      if (key !== undefined) headers['idempotency-key'] = key;
      if (method === 'GET' || method === 'DELETE')
        return { path: `${call.path}?${queryOf(input)}`, options: { method, headers } };
      const text = type.startsWith('application/json') ? JSON.stringify(input) : queryOf(input);
      return {
        path: call.path,
        options: {
          method,
          headers: { ...headers, 'content-type': type },
          body: cut < 3 ? text.slice(0, text.length / 2) : text,
        },
      };
    }),
);

/** Something good to begin with, so that many a request gets past the first check. */
function goodInput(call: Call): object {
  if (call.path === calls.submit.path) return { type: 1, cont: '0.1', forex_id: 1, status: 1, multiple: 100 };
  if (call.path === calls.kline.path) return { forex_id: 1, period: '1min', limit: 5 };
  return { id: 1, status: 1, stop_loss_price: '0', target_profit_price: '0', key: 'is_show_mobile', forex_id: 1 };
}

const STATUSES = new Set([200, 404, 413, 415, 429]);
/** Reasons that name a failure of the server's. */
const OURS: ReadonlySet<string> = new Set(['internal', 'overloaded', 'not_ready']);

it(`answers ${REQUESTS} hostile requests (seed ${seed}) with envelopes and no failure of ours`, async () => {
  const requests = fc.sample(request, { seed, numRuns: REQUESTS });
  const reasons = new Map<string, number>();
  const failures: string[] = [];
  await inTurns(requests, async ({ path, options }) => {
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, each]) => [name, each === 'TOKEN' ? token : each]),
    );
    const { status, envelope } = await server.request(path, { ...options, headers });
    const isSound =
      STATUSES.has(status) &&
      CODES[envelope.reason] === envelope.code &&
      envelope.msg !== '' &&
      !OURS.has(envelope.reason);
    if (!isSound) failures.push(JSON.stringify({ path, options, status, envelope }));
    reasons.set(envelope.reason, (reasons.get(envelope.reason) ?? 0) + 1);
  });
  expect(failures).toEqual([]);
  // It went deep enough to matter: orders were placed, and refused for many reasons.
  expect(reasons.get('ok')).toBeGreaterThan(REQUESTS / 50);

  expect(reasons.size).toBeGreaterThan(12);
  expect(JSON.parse((await server.raw('/readyz')).text)).toEqual({ status: 'ready' });
});

const message = fc.oneof(
  fc
    .record(
      {
        type: fc.constantFrom('login', 'subscribe', 'unsubscribe', 'logout', 'ping', 'nothing'),
        topic: hostileValue,
        token: hostileValue,
      },
      { requiredKeys: ['type'] },
    )
    .map((each) => JSON.stringify(each)),
  fc
    .record({
      type: fc.constantFrom('subscribe', 'unsubscribe'),
      topic: fc.constantFrom('DAY_MARKET', 'FOREX_TRADE', 'KLINE.EURUSD', 'KLINE.', 'KLINE.__proto__', 'constructor'),
    })
    .map((each) => JSON.stringify(each)),
  fc.string({ unit: 'binary' }),
  fc.json(),
);

it(`survives ${MESSAGES} hostile socket messages (seed ${seed}), each answered or its connection ended by the rules`, async () => {
  const messages = fc.sample(message, { seed, numRuns: MESSAGES });
  const perSocket = 40;
  const groups = Array.from({ length: MESSAGES / perSocket }, (_, index) =>
    messages.slice(index * perSocket, (index + 1) * perSocket),
  );
  let ended = 0;
  await inTurns(groups, async (group) => {
    const socket = await TestSocket.open(server.url);
    for (const text of group) socket.send(text);
    socket.send({ type: 'ping' });
    const outcome = await Promise.race([
      socket
        .next(({ type }) => type === 'pong')
        .then(
          () => 'answered',
          () => 'ended',
        ),
      socket.closed.then(() => 'ended'),
    ]);
    if (outcome === 'ended') {
      expect(await socket.closed).toEqual({ code: 1008 });
      ended += 1;
    }
    expect(socket.received.some(({ reason }) => reason === 'internal')).toBe(false);
    socket.close();
  });
  expect(ended).toBeGreaterThan(0);
  const fresh = await TestSocket.open(server.url);
  expect(await fresh.ask({ type: 'subscribe', topic: 'DAY_MARKET' }, 'snapshot')).toMatchObject({ code: 1 });
  fresh.close();
});
