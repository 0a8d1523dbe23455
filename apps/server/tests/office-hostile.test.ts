import { CODES, OFFICE_HEADER, STAFF_ROLES, type StaffCall, staffCalls } from '@fairlot/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileValue, inTurns, queryOf } from './support/hostile.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

/** Number of inputs. Another FAIRLOT_TEST_SEED makes other ones. */
const REQUESTS = 4_000;
const seed = Number(process.env['FAIRLOT_TEST_SEED'] ?? 1);

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
/** Session cookie of a staff member with every role. */
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  ({ cookie } = await office.hire('everything', STAFF_ROLES));
  await server.demo();
});
afterAll(() => server.stop());

/** Calls that would end the session of the test or remove rights that later calls need. */
const ENDING = new Set(
  ['sign_out', 'end_session', 'change_password', 'disable', 'new_link', 'set_roles', 'begin_enrolment'].map(
    (name) => `/office/api/staff/${name}`,
  ),
);
const declared: readonly StaffCall[] = Object.values(staffCalls).filter(({ path }: StaffCall) => !ENDING.has(path));

/** Valid input, so that many requests pass the first checks. */
const GOOD = {
  id: 1,
  user_id: 1,
  page: 1,
  version: 0,
  values: {},
  terms: {},
  amount: '1',
  memo: 'a reason',
  reason: 'a reason',
  text: 'a note',
  name: 'somebody',
  roles: ['support'],
  slug: 'things',
};

function fieldsOf(call: StaffCall): readonly string[] {
  const { shape } = (call.input as unknown as { readonly _zod: { readonly def: { readonly shape?: object } } })._zod
    .def;
  return [...Object.keys(shape ?? {}), '__proto__', 'constructor'];
}

const request = fc.constantFrom(...declared).chain((call) =>
  fc
    .record({
      bad: fc.dictionary(fc.constantFrom(...fieldsOf(call)), hostileValue, { maxKeys: 3 }),
      good: fc.boolean(),
      format: fc.constantFrom('json', 'csv'),
    })
    .map(({ bad, good, format }) => {
      const input: object = { ...(good ? GOOD : {}), ...bad, format };
      const headers = { lang: 'en', [OFFICE_HEADER]: '1' };
      if (!call.changesState) return { path: `${call.path}?${queryOf(input)}`, options: { headers } };
      return {
        path: call.path,
        options: {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        },
      };
    }),
);

it(`answers ${REQUESTS} hostile staff requests (seed ${seed}) without a server failure and with an intact audit log`, async () => {
  const failures: string[] = [];
  const reasons = new Map<string, number>();
  await inTurns(fc.sample(request, { seed, numRuns: REQUESTS }), async ({ path, options }) => {
    const { status, headers, text } = await server.raw(path, { ...options, headers: { ...options.headers, cookie } });
    const isFile = headers['content-type']?.startsWith('application/json') !== true;
    const { reason, code } = isFile
      ? { reason: 'ok' as const, code: 1 }
      : (JSON.parse(text) as { readonly reason: keyof typeof CODES; readonly code: number });
    // All requests are one member's, whose further lists and files are refused while enough of them wait.
    const isFull = reason === 'overloaded' && status === 503 && options.method === undefined;
    const isFailed = (status >= 500 && !isFull) || reason === 'internal' || reason === 'session_invalid';
    if (isFailed || CODES[reason] !== code)
      failures.push(JSON.stringify({ path, options, status, text: text.slice(0, 300) }));
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  });
  expect(failures.slice(0, 5)).toEqual([]);
  expect(reasons.get('ok')).toBeGreaterThan(REQUESTS / 20);
  const verified = await office.administrator.call('auditVerify');
  expect(verified.envelope.data).toMatchObject({ ok: true });
  expect(verified.envelope.data.entries).toBeGreaterThan(REQUESTS / 20);
});
