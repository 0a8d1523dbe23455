import { CODES, type Call, calls } from '@fairlot/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileValue, inTurns, queryOf } from './support/hostile.ts';
import { type RequestOptions, type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

/** Number of inputs. Another FAIRLOT_TEST_SEED makes other ones. */
const REQUESTS = 12_000;
const MESSAGES = 4_000;
const seed = Number(process.env['FAIRLOT_TEST_SEED'] ?? 1);

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.demo());
});
afterAll(() => server.stop());

const declared: readonly Call[] = Object.values(calls);
/** Calls that would end the session of the test; they are made without a session. */
const ENDING: ReadonlySet<string> = new Set([calls.logout.path, calls.endSession.path]);

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
      const headers: Record<string, string> = {
        lang,
        authorization: authorization ?? (ENDING.has(call.path) ? '' : 'TOKEN'),
      };
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

/** Valid input, so that many requests pass the first checks. */
function goodInput(call: Call): object {
  if (call.path === calls.submit.path) return { type: 1, cont: '0.1', forex_id: 1, status: 1, multiple: 100 };
  if (call.path === calls.kline.path) return { forex_id: 1, period: '1min', limit: 5 };
  const usual = {
    id: 1,
    status: 1,
    stop_loss_price: '0',
    target_profit_price: '0',
    key: 'is_show_mobile',
    forex_id: 1,
  };
  const own = new Set(fieldsOf(call));
  return Object.fromEntries(Object.entries(usual).filter(([name]) => own.has(name)));
}

const STATUSES = new Set([200, 404, 413, 415, 429]);
/** Reasons that mean a failure of the server. */
const OURS: ReadonlySet<string> = new Set(['internal', 'overloaded', 'not_ready']);
/** Requests with known answers: afterwards the session still trades and gets the right refusals. */
const EXAMPLES = [
  ['submit', {}, 'ok'],
  ['submit', { forex_id: 99_999 }, 'unknown_instrument'],
  ['submit', { cont: '0.015' }, 'lots_off_step'],
  ['submit', { cont: '1e999' }, 'lots_invalid'],
  ['submit', { multiple: 3 }, 'leverage_not_listed'],
  ['submit', { stop_loss_price: '100' }, 'price_out_of_range'],
  ['close', { id: 999_999 }, 'unknown_order'],
  ['kline', {}, 'ok'],
  ['kline', { period: '../../etc/passwd' }, 'bad_request'],
  ['login', { account: '', password: '' }, 'please_complete'],
  ['myDeal', { status: 'NaN' }, 'bad_request'],
  ['totpState', {}, 'real_account_required'],
] as const;

it(`answers ${REQUESTS} hostile requests (seed ${seed}) with envelopes and without a server failure`, async () => {
  const requests = fc.sample(request, { seed, numRuns: REQUESTS });
  const reasons = new Map<string, number>();
  const failures: string[] = [];
  await inTurns(requests, async ({ path, options }) => {
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, each]) => [name, each === 'TOKEN' ? token : each]),
    );
    const { status, envelope } = await server.request(path, { ...options, headers });
    const lostSession = envelope.reason === 'session_invalid' && headers['authorization'] === token;
    const isSound =
      STATUSES.has(status) &&
      CODES[envelope.reason] === envelope.code &&
      envelope.msg !== '' &&
      !OURS.has(envelope.reason) &&
      !lostSession;
    if (!isSound) failures.push(JSON.stringify({ path, options, status, envelope }));
    reasons.set(envelope.reason, (reasons.get(envelope.reason) ?? 0) + 1);
  });
  expect(failures).toEqual([]);
  // About a tenth succeeds, far above this bound for every seed.
  expect(reasons.get('ok')).toBeGreaterThan(REQUESTS / 50);
  const answers = await Promise.all(
    EXAMPLES.map(
      async ([name, input]) =>
        (await server.call(name, { ...goodInput(calls[name]), ...input }, { token })).envelope.reason,
    ),
  );
  expect(answers).toEqual(EXAMPLES.map(([, , reason]) => reason));
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

it(`survives ${MESSAGES} hostile socket messages (seed ${seed}): answers each or closes its connection by the rules`, async () => {
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
