import {
  type Call,
  OFFICE_HEADER,
  STAFF_ROLES,
  type StaffCall,
  type StaffRole,
  calls,
  staffCalls,
} from '@fairlot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import { STAFF_PASSWORD, cookieOf, openTestOffice, staffCall } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { registerUser } from './support/real-user.ts';
import { readRights } from './support/rights-table.ts';
import { type TestServer, startTestServer } from './support/server.ts';

/** Reasons that refuse the caller. With any other reason the caller was admitted. */
const TURNED_AWAY = [
  'session_invalid',
  'real_account_required',
  'staff_role_required',
  'second_factor_required',
  'sign_in_required',
];
/** Reasons that mean that rights were not checked. */
const BROKEN = ['unknown_path', 'internal', 'not_ready', 'state_change_refused', 'too_many_requests'];
const IMAGE = '0'.repeat(32);

const table = readRights();
const userCalls: readonly Call[] = Object.values(calls);
const officeCalls: readonly StaffCall[] = Object.values(staffCalls);
const clock = { time: Date.now() };

let server: TestServer;
let demo = '';
let user: Awaited<ReturnType<typeof registerUser>>;
let other: Awaited<ReturnType<typeof registerUser>>;
const staff = new Map<StaffRole | 'half', string>();

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => clock.time);
  demo = (await server.demo()).token;
  user = await registerUser(server);
  other = await registerUser(server);
  const office = await openTestOffice(server, clock);
  for (const role of STAFF_ROLES) staff.set(role, (await office.hire(`the.${role}`, [role])).cookie);
  const { envelope } = await office.administrator.call('staffInvite', { name: 'the.half', roles: [...STAFF_ROLES] });
  await staffCall(server, 'staffSetUp', { token: envelope.data.token, password: STAFF_PASSWORD });
  staff.set(
    'half',
    cookieOf(await staffCall(server, 'staffSignIn', { name: 'the.half', password: STAFF_PASSWORD })) ?? '',
  );
});
afterAll(() => server.stop());

/**
 * Makes a call without effect: state-changing calls get a body that no schema accepts, and rights are checked before
 * the body.
 */
async function reasonOf(call: Call | StaffCall, headers: Readonly<Record<string, string>>): Promise<string> {
  const path = call.path.replace(/:\w+/g, IMAGE);
  if (!call.changesState) return reasonIn(await server.raw(path, { headers: { [OFFICE_HEADER]: '1', ...headers } }));
  const body = {
    method: 'POST',
    headers: { [OFFICE_HEADER]: '1', 'content-type': 'application/json', ...headers },
    body: '"nothing"',
  };
  return reasonIn(await server.raw(path, body));
}

/** The reason of an answer. A file counts as success. */
function reasonIn(answer: {
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly text: string;
}): string {
  return answer.headers['content-type']?.startsWith('application/json') === true
    ? (JSON.parse(answer.text) as { reason: string }).reason
    : 'ok';
}

function expectRight(cell: string | undefined, reason: string, refusal: string): void {
  expect(BROKEN).not.toContain(reason);
  if (cell === '–') expect(reason).toBe(refusal);
  else {
    expect(['yes', 'own']).toContain(cell);
    expect(TURNED_AWAY).not.toContain(reason);
  }
}

const declared = (list: readonly (Call | StaffCall)[]): string[] =>
  list.map(({ path, methods, changesState }) => `${path} ${methods.join(' ')} ${changesState}`).sort();
const shown = (list: typeof table.users): string[] =>
  list.map(({ path, methods, changes }) => `${path} ${methods} ${changes}`).sort();

describe('the table of rights', () => {
  it('lists exactly the calls of the contract with their methods', () => {
    expect(shown(table.users)).toEqual(declared(userCalls));
    expect(shown(table.office)).toEqual(declared(officeCalls));
  });

  it('has no state-changing call by GET only', () => {
    expect(
      [...userCalls, ...officeCalls]
        .filter(({ changesState, methods }) => changesState && !methods.some((method) => method === 'POST'))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe.each(userCalls.map((call) => [call.path, call] as const))('%s', (path, call) => {
  const cells = table.users.find((row) => row.path === path)?.cells ?? {};

  it('admits exactly the callers that the table names', async () => {
    expectRight(cells['visitor'], await reasonOf(call, {}), 'session_invalid');
    expectRight(cells['visitor'], await reasonOf(call, { authorization: 'x'.repeat(43) }), 'session_invalid');
    expectRight(cells['demo'], await reasonOf(call, { authorization: demo }), 'real_account_required');
    expectRight(cells['user'], await reasonOf(call, { authorization: user.token }), '');
    for (const cookie of staff.values()) {
      expectRight(
        cells['staff'],
        await reasonOf(call, { cookie, authorization: cookie.split('=')[1] ?? '' }),
        'session_invalid',
      );
    }
  });
});

describe.each(officeCalls.map((call) => [call.path, call] as const))('%s', (path, call) => {
  const cells = table.office.find((row) => row.path === path)?.cells ?? {};

  it('admits exactly the callers that the table names', async () => {
    for (const token of ['', demo, user.token]) {
      const headers = token === '' ? {} : { authorization: token, cookie: `fairlot_office=${token}` };
      expectRight(cells['visitor, user'], await reasonOf(call, headers), 'session_invalid');
    }
    for (const [role, cookie] of staff) {
      if (role === 'half')
        expectRight(cells['no second factor'], await reasonOf(call, { cookie }), 'second_factor_required');
      else expectRight(cells[role], await reasonOf(call, { cookie }), 'staff_role_required');
    }
  });
});

/** Values for the inputs of all calls; each call ignores unknown ones. */
const VALUES = {
  type: 1,
  status: 1,
  page: 1,
  number: '20',
  memo: '',
  target_profit_price: '0',
  stop_loss_price: '0',
  content: 'text',
  name: 'name',
  message: 'text',
  period: '1min',
  draw_type: 1,
  code: '000000',
  password: 'wrong horse harbour',
};
/** Fields that identify a user's record. Other ids name public records. */
const OWNED = ['id', 'draw_method_id'];
/**
 * Calls that succeed for unknown ids because their effect is already reached. A later test checks that the owner's
 * records are unchanged.
 */
const SILENT = new Set(['/api/user/sessions/end']);

const fieldsOf = (schema: z.ZodMiniType): readonly string[] =>
  Object.keys((schema as unknown as { readonly shape?: object }).shape ?? {});

async function read(call: Call, token: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const query = new URLSearchParams(
    Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return (await server.raw(`${call.path.replace(/:\w+/g, IMAGE)}?${query}`, { headers: { authorization: token } }))
    .text;
}

describe('another user’s records', () => {
  const numbers = new Set<number>();
  /** Everything that a user can read through the calls. */
  const everything = async (token: string): Promise<string> => {
    const texts: string[] = [];
    for (const call of userCalls.filter(({ access, changesState }) => access !== 'visitor' && !changesState)) {
      for (const choice of [
        { status: 0, type: 0 },
        { status: 1, type: 1, draw_type: 1 },
        { status: 3, type: 2, draw_type: 2 },
      ])
        texts.push(await read(call, token, { ...VALUES, ...choice }));
    }
    return texts.join('\n');
  };

  beforeAll(async () => {
    const money = await staffCall(
      server,
      'officeAdjust',
      { user_id: user.id, amount: '2000', memo: 'for the test of rights' },
      { cookie: staff.get('finance') },
    );
    if (money.envelope.data.state !== 'done') throw new Error('the user has no money');
    const instrument = await server.instrument('EURUSD');
    await whenQuoted(() => server.call('submit', marketOrder(instrument, { cont: '0.01' }), { token: user.token }));
    await whenQuoted(() => server.call('submit', pendingOrder(instrument, { cont: '0.01' }), { token: user.token }));
    for (const [, number] of (await everything(user.token)).matchAll(/"[Ii]d":(\d+)/g)) numbers.add(Number(number));
  });

  it('exist, so that the following tests are meaningful', () => {
    expect(numbers.size).toBeGreaterThan(2);
  });

  it.each(
    userCalls
      .filter(({ access, input }) => access !== 'visitor' && fieldsOf(input).some((field) => OWNED.includes(field)))
      .map((call) => [call.path, call] as const),
  )('are treated as unknown by %s', async (_path, call) => {
    for (const number of numbers) {
      const input = { ...VALUES, ...Object.fromEntries(OWNED.map((field) => [field, number])) };
      const answer = call.changesState
        ? await server.request(call.path, {
            method: 'POST',
            headers: { authorization: other.token, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          })
        : await server.request(call.path, { headers: { authorization: other.token } });
      if (!SILENT.has(call.path)) expect(answer.envelope.reason).not.toBe('ok');
    }
  });

  it('are not visible to other users and are unchanged', async () => {
    const seen = await everything(other.token);
    for (const mark of [user.email, String(10_000_000 + user.id), user.inviteCode, 'for the test of rights'])
      expect(seen).not.toContain(mark);
    const orders = await server.call('myDeal', { status: 1 }, { token: user.token });
    expect(orders.envelope.data.total).toBe(1);
    expect((await server.call('myDeal', { status: 0 }, { token: user.token })).envelope.data.total).toBe(1);
    const numbersAfter = [...(await everything(user.token)).matchAll(/"[Ii]d":(\d+)/g)].map(([, number]) =>
      Number(number),
    );
    expect(new Set(numbersAfter)).toEqual(numbers);
  });
});
