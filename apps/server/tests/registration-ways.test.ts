import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { up } from '../src/db/migrations/018-registration-mode.ts';
import { createTestDatabase } from './support/database.ts';
import { type TestOffice, openTestOffice } from './support/office.ts';
import { PASSWORD, areaId, lastCode, newEmail, query, registrationForm } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let area: number;

beforeAll(async () => {
  server = await startTestServer(
    { FAIRLOT_CODES_PER_HOUR: '0', FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' },
    () => clock.time,
  );
  office = await openTestOffice(server, clock);
  area = await areaId(server, 'DE');
});
afterAll(() => server.stop());

async function setUp(values: { readonly verify_reg_type?: number; readonly is_show_mobile?: boolean }): Promise<void> {
  const { version } = (await office.administrator.call('siteSettings')).envelope.data;
  expect((await office.administrator.call('changeSiteSettings', { version, values })).envelope.reason).toBe('ok');
}

let numbers = 0;
/** A German mobile number and a network that no other test uses. */
function newNumber(): { readonly mobile: string; readonly from: string } {
  numbers += 1;
  return { mobile: `+4915123456${String(numbers).padStart(3, '0')}`, from: `10.7.${numbers}.1` };
}

describe('verify_reg_type', () => {
  it.each([
    [0, false, ['email']],
    [0, true, ['email', 'mobile']],
    [1, false, ['mobile']],
    [1, true, ['mobile']],
    [2, false, ['email']],
    [2, true, ['email']],
  ])('%i with is_show_mobile %s lets people register by %j', async (verify_reg_type, is_show_mobile, offered) => {
    await setUp({ verify_reg_type, is_show_mobile });
    const { mobile, from } = newNumber();
    const email = newEmail();
    const sent = {
      email: await server.call('sendEmail', { to: email, type: 1 }, { from }),
      mobile: await server.call('sendSms', { to: mobile, area_id: area, type: 1 }, { from }),
    };
    for (const [type, account] of [
      ['email', email],
      ['mobile', mobile],
    ] as const) {
      const isOffered = offered.includes(type);
      expect(sent[type].envelope.reason).toBe(isOffered ? 'ok' : 'way_not_offered');
      const sms_code = isOffered ? await lastCode(server, account) : '123456';
      const form = { ...(await registrationForm(server, account)), type, sms_code };
      const { envelope } = await server.call('register', form, { from });
      expect(envelope.reason).toBe(isOffered ? 'ok' : 'way_not_offered');
    }
    const users = await query(server, 'select id from users where email = $1 or mobile = $2', [email, mobile]);
    expect(users).toHaveLength(offered.length);
  });
});

it.each([
  ['2', '0'],
  ['1', '1'],
  ['0', '0'],
])('a verify_reg_type of %s that is stored from before is %s after the migration', async (before, after) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const opened = await database.open();
  await opened.pool.query(
    "insert into site_settings (key, value) values ('verify_reg_type', $1), ('trade_fee_type', '2')",
    [before],
  );
  await up(opened.kysely as unknown as Kysely<unknown>);
  const { rows } = await opened.pool.query('select key, value from site_settings order by key');
  await opened.close();
  expect(rows).toEqual([
    { key: 'trade_fee_type', value: '2' },
    { key: 'verify_reg_type', value: after },
  ]);
});

describe('is_show_mobile off', () => {
  it('locks nobody out who has a mobile number alone: signing in and a new password work as before', async () => {
    await setUp({ verify_reg_type: 0, is_show_mobile: true });
    const { mobile, from } = newNumber();
    await server.call('sendSms', { to: mobile, area_id: area, type: 1 }, { from });
    const form = {
      ...(await registrationForm(server, mobile)),
      type: 'mobile',
      sms_code: await lastCode(server, mobile),
    };
    const { id } = (await server.call('register', form, { from })).envelope.data.user;
    await setUp({ is_show_mobile: false });

    const signIn = async (password: string) =>
      (await server.call('login', { login_type: 'mobile', area_id: area, account: mobile, password }, { from }))
        .envelope;
    expect((await signIn(PASSWORD)).data.user.id).toBe(id);
    clock.time += 61_000;
    const asked = await server.call('sendSms', { to: mobile, area_id: area, type: 2 }, { from });
    expect(asked.envelope.reason).toBe('ok');
    const changed = await server.call(
      'forgetPassword',
      {
        type: 'mobile',
        area_id: area,
        account: mobile,
        auth_code: await lastCode(server, mobile),
        new_password: 'a new harbour',
        secondary_password: 'a new harbour',
      },
      { from },
    );
    expect(changed.envelope.reason).toBe('ok');
    expect((await signIn(PASSWORD)).reason).toBe('login_failed');
    expect((await signIn('a new harbour')).data.user.id).toBe(id);
  });
});
