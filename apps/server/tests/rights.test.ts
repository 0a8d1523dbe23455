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
import { STAFF_PASSWORD, cookieOf, openTestOffice, staffCall } from './support/office.ts';
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
const staff = new Map<StaffRole | 'half', string>();

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => clock.time);
  demo = (await server.demo()).token;
  user = await registerUser(server);
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
  if (call.methods[0] === 'GET' && !call.changesState)
    return reasonIn(await server.raw(path, { headers: { [OFFICE_HEADER]: '1', ...headers } }));
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

describe('fields that a call does not have', () => {
  it('are refused and change nothing', async () => {
    const hidden = {
      is_demo: 1,
      balance: '1000000',
      id: 1,
      kind: 'demo',
      is_real: 1,
      blocked: true,
      token: user.token,
    };
    const made = await registerUser(server);
    const of = { token: made.token };
    const info = (await server.call('userInfo', {}, of)).envelope.data;
    const before = (await server.call('getBalance', {}, of)).envelope.data;
    const alert = { forex_id: await server.instrument('EURUSD'), side: 'bid', direction: 'rise', price: '9.00000' };
    for (const [field, value] of Object.entries({ ...hidden, user_id: user.id }))
      expect((await server.call('alertSet', { ...alert, [field]: value }, of)).envelope).toMatchObject({
        reason: 'unknown_field',
        detail: { field },
      });
    const alertsOf = async (token: string) =>
      (await server.call('alertList', {}, { token })).envelope.data.waiting.length;
    expect([await alertsOf(made.token), await alertsOf(user.token)]).toEqual([0, 0]);
    expect((await server.call('userInfo', {}, of)).envelope.data).toEqual(info);
    expect((await server.call('getBalance', {}, of)).envelope.data).toEqual(before);
  });
});
