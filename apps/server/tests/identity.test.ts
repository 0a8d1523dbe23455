import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { uploaded } from './support/pictures.ts';
import { type RealUser, query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let reviewer: Colleague;
let second: Colleague;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  reviewer = await office.hire('reviewer', ['compliance']);
  second = await office.hire('second', ['compliance']);
});
afterAll(() => server.stop());

interface Form {
  readonly name: string;
  readonly card_id: string;
  readonly front_pic: string;
  readonly reverse_pic: string;
}

async function formOf(user: RealUser, more: Partial<Form> = {}): Promise<Form> {
  return {
    name: 'Ana Example',
    card_id: `C01-${user.id} X`,
    front_pic: await uploaded(server, user.token, 2),
    reverse_pic: await uploaded(server, user.token, 3),
    ...more,
  };
}

const submit = (user: RealUser, form: object, key: string = randomUUID()) =>
  server.call('submitIdentity', { ...form }, { token: user.token, key });
const center = async (user: RealUser) => (await server.call('identityCenter', {}, { token: user.token })).envelope.data;

/** A user with a submission, and its id. */
async function submitted(
  more: Partial<Form> = {},
): Promise<{ readonly user: RealUser; readonly form: Form; readonly id: number }> {
  const user = await registerUser(server);
  const form = await formOf(user, more);
  expect((await submit(user, form)).envelope.reason).toBe('ok');
  const { envelope } = await reviewer.call('identityQueue', { user_id: user.id });
  return { user, form, id: envelope.data.list[0]?.id ?? 0 };
}

describe('a submission', () => {
  it('changes the state to waiting and shows its owner the data with a masked number', async () => {
    const user = await registerUser(server);
    expect(await center(user)).toEqual({
      review_status: 0,
      name: '',
      card_id: '',
      front_pic: '',
      reverse_pic: '',
      submitted_at: null,
      reason: '',
    });
    const form = await formOf(user, { name: '  Ana Example ', card_id: ' C01X00T478 ' });
    const { envelope } = await submit(user, form);
    expect([envelope.reason, envelope.msg]).toEqual(['ok', 'Your identity has been submitted and waits for review']);
    const shown = {
      review_status: 1,
      name: 'Ana Example',
      card_id: '••••••T478',
      front_pic: form.front_pic,
      reverse_pic: form.reverse_pic,
      submitted_at: new Date(clock.time).toISOString(),
      reason: '',
    };
    expect(envelope.data).toEqual(shown);
    expect(await center(user)).toEqual(shown);
  });

  it('names missing fields in the order of the form', async () => {
    const user = await registerUser(server);
    const form = await formOf(user);
    const reasons = [];
    for (const more of [
      { name: ' ' },
      { name: undefined },
      { card_id: '' },
      { front_pic: '' },
      { reverse_pic: undefined },
      { reverse_pic: form.front_pic },
      { name: '<b>x</b>' },
      { name: 'a\u0000b' },
      { card_id: '<script>' },
      { name: 'x'.repeat(101) },
      { front_pic: 'https://example.com/x.jpg' },
    ]) {
      reasons.push((await submit(user, { ...form, ...more })).envelope.reason);
    }
    expect(reasons).toEqual([
      'name_required',
      'name_required',
      'card_id_required',
      'both_sides_required',
      'both_sides_required',
      'both_sides_required',
      'bad_request',
      'bad_request',
      'bad_request',
      'bad_request',
      'bad_request',
    ]);
    expect((await center(user)).review_status).toBe(0);
  });

  it('accepts only the user’s own pictures', async () => {
    const [user, other] = [await registerUser(server), await registerUser(server)];
    const form = await formOf(user);
    const theirs = await uploaded(server, other.token, 4);
    expect((await submit(user, { ...form, reverse_pic: theirs })).envelope.reason).toBe('unknown_image');
    expect((await submit(user, { ...form, front_pic: `/api/common/image/${'A'.repeat(43)}` })).envelope.reason).toBe(
      'unknown_image',
    );
    expect((await center(user)).review_status).toBe(0);
    // A refused submission claims no picture.
    expect(
      await query(server, 'select id from images where owner_id = $1 and used_for is not null', [user.id]),
    ).toEqual([]);
    // A picture used as proof of a deposit can't be used for a document.
    await query(server, `update images set used_for = 'deposit' where id = $1`, [form.front_pic.split('/').at(-1)]);
    expect((await submit(user, form)).envelope.reason).toBe('unknown_image');
  });

  it('is stored once for repeated and concurrent requests', async () => {
    const user = await registerUser(server);
    const form = await formOf(user);
    const key = randomUUID();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => submit(user, form, key)),
      ...Array.from({ length: 10 }, () => submit(user, form)),
    ]);
    expect(new Set(answers.map(({ envelope }) => envelope.reason))).toEqual(new Set(['ok', 'identity_submitted']));
    expect(
      await query(server, 'select count(*)::integer as n from identity_submissions where user_id = $1', [user.id]),
    ).toEqual([{ n: 1 }]);
    const [row] = await query<{ key: string }>(server, 'select key from identity_submissions where user_id = $1', [
      user.id,
    ]);
    expect((await submit(user, form, row?.key)).envelope.reason).toBe('ok');
    expect((await submit(user, { ...form, name: 'Somebody Else' }, row?.key)).envelope.reason).toBe('key_reused');
  });

  it('is refused for demo accounts and visitors', async () => {
    const { token } = await server.demo();
    for (const call of ['submitIdentity', 'identityCenter'] as const) {
      expect((await server.call(call, {}, { token })).envelope).toMatchObject({
        reason: 'real_account_required',
        msg: 'Please register or log in to a real account.',
      });
      expect((await server.call(call, {})).envelope.reason).toBe('session_invalid');
    }
  });
});

describe('a review', () => {
  it('shows the pictures, the full number and other users with it, oldest submission first', async () => {
    const one = await submitted({ card_id: 'DOC 12-34' });
    clock.time += 1000;
    const two = await submitted({ card_id: 'doc1234' });
    const { envelope: queue } = await reviewer.call('identityQueue');
    const ids = queue.data.list.map(({ id }) => id);
    expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id));
    const { envelope } = await reviewer.call('identityDetail', { id: two.id });
    expect(envelope.data).toMatchObject({
      user_id: two.user.id,
      email: two.user.email,
      name: 'Ana Example',
      card_id: 'doc1234',
      status: 'waiting',
      area: 'DE',
      area_excluded: false,
      same_card: [{ user_id: one.user.id, status: 'waiting' }],
      history: [],
    });
    const picture = await fetch(server.url + envelope.data.front_pic, { headers: { cookie: reviewer.cookie } });
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
    const audited = await query<{ action: string; user_id: bigint }>(
      server,
      `select action, user_id from audit_log where action like 'i%' order by id desc limit 2`,
    );
    expect(audited.map(({ action, user_id: user }) => [action, Number(user)])).toEqual([
      ['image/:id', two.user.id],
      ['identity/detail', two.user.id],
    ]);
  });

  it('can approve a submission, which finishes it', async () => {
    const { user, form, id } = await submitted();
    expect((await reviewer.call('approveIdentity', { id, country: 'DE' })).envelope.data).toMatchObject({
      id,
      status: 'finished',
      decided_by: 'reviewer',
    });
    expect(await center(user)).toMatchObject({ review_status: 2, front_pic: form.front_pic, reason: '' });
    expect((await submit(user, await formOf(user))).envelope.reason).toBe('identity_submitted');
    expect((await reviewer.call('rejectIdentity', { id, reason: 'changed my mind' })).envelope.reason).toBe(
      'record_changed',
    );
  });

  it('can reject a submission with a reason; the owner may submit again and the history stays', async () => {
    const { user, id } = await submitted();
    expect(
      (await reviewer.call('rejectIdentity', { id, reason: ' The back is <b>blurred</b>. ' })).envelope.reason,
    ).toBe('ok');
    expect(await center(user)).toEqual({
      review_status: 0,
      name: 'Ana Example',
      card_id: '',
      front_pic: '',
      reverse_pic: '',
      submitted_at: null,
      reason: 'The back is <b>blurred</b>.',
    });
    expect((await submit(user, await formOf(user))).envelope.reason).toBe('ok');
    expect(await center(user)).toMatchObject({ review_status: 1, reason: '' });
    const { envelope } = await reviewer.call('identityQueue', { user_id: user.id });
    const detail = await reviewer.call('identityDetail', { id: envelope.data.list[0]?.id ?? 0 });
    expect(detail.envelope.data.history).toMatchObject([
      { id, status: 'rejected', reason: 'The back is <b>blurred</b>.' },
    ]);
    expect((await reviewer.call('approveIdentity', { id, country: 'DE' })).envelope.reason).toBe('record_changed');
  });

  it('is decided once: repeated clicks agree, and the first of two reviewers wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user, id } = await submitted();
      const approve = () => reviewer.call('approveIdentity', { id, country: 'DE' });
      const reject = () => second.call('rejectIdentity', { id, reason: 'not readable' });
      const answers = await Promise.all([approve(), reject(), approve(), reject(), approve(), reject()]);
      const reasons = answers.map(({ envelope }) => envelope.reason);
      const [approved, rejected] = [[0, 2, 4].map((at) => reasons[at]), [1, 3, 5].map((at) => reasons[at])];
      const status = (await center(user)).review_status;
      expect([new Set(approved), new Set(rejected)]).toEqual(
        status === 2 ? [new Set(['ok']), new Set(['record_changed'])] : [new Set(['record_changed']), new Set(['ok'])],
      );
    }
  });

  it('can’t approve a user from an excluded country, by residence or by registration', async () => {
    const { user, id } = await submitted();
    expect((await reviewer.call('approveIdentity', { id, country: 'CU' })).envelope.reason).toBe('country_excluded');
    await query(server, `update users set area = 'KP' where id = $1`, [user.id]);
    expect((await reviewer.call('identityDetail', { id })).envelope.data).toMatchObject({
      area: 'KP',
      area_excluded: true,
    });
    expect((await reviewer.call('approveIdentity', { id, country: 'DE' })).envelope.reason).toBe('country_excluded');
    expect((await center(user)).review_status).toBe(1);
    expect(
      (await reviewer.call('rejectIdentity', { id, reason: 'The service is not offered there.' })).envelope.reason,
    ).toBe('ok');
  });

  it('requires a reason to reject, a country to approve, and an existing submission', async () => {
    const { id } = await submitted();
    for (const reason of ['', '  ', 'no', 'x'.repeat(501), 'two\nlines'])
      expect((await reviewer.call('rejectIdentity', { id, reason })).envelope.reason).toBe('bad_request');
    for (const country of ['', 'de', 'DEU'])
      expect((await reviewer.call('approveIdentity', { id, country })).envelope.reason).toBe('bad_request');
    const calls = [
      ['identityDetail', {}],
      ['approveIdentity', { country: 'DE' }],
      ['rejectIdentity', { reason: 'whatever' }],
    ] as const;
    for (const [call, input] of calls)
      expect((await reviewer.call(call, { id: 99_999, ...input })).envelope.reason).toBe('unknown_record');
  });

  it('and its pictures are accessible to compliance only', async () => {
    const { user, form, id } = await submitted();
    const image = `/office/api/image/${form.front_pic.split('/').at(-1) ?? ''}`;
    for (const role of ['support', 'finance', 'dealer', 'administrator'] as const) {
      const colleague = await office.hire(`a.${role}`, [role]);
      for (const name of ['identityQueue', 'identityDetail', 'approveIdentity', 'rejectIdentity'] as const) {
        expect([
          role,
          name,
          (await colleague.call(name, { id, country: 'DE', reason: 'whatever' })).envelope.reason,
        ]).toEqual([role, name, 'staff_role_required']);
      }
      expect((await server.request(image, { headers: { cookie: colleague.cookie } })).envelope.reason).toBe(
        role === 'finance' ? 'unknown_image' : 'staff_role_required',
      );
    }
    expect((await server.request(image)).envelope.reason).toBe('session_invalid');
    expect((await server.request(image, { headers: { authorization: user.token } })).envelope.reason).toBe(
      'session_invalid',
    );
    // A picture that is not part of a submission is visible to its owner only.
    const loose = `/office/api/image/${(await uploaded(server, user.token, 9)).split('/').at(-1) ?? ''}`;
    expect((await server.request(loose, { headers: { cookie: reviewer.cookie } })).envelope.reason).toBe(
      'unknown_image',
    );
    await query(server, `update images set used_for = 'deposit' where id = $1`, [loose.split('/').at(-1)]);
    expect((await server.request(loose, { headers: { cookie: reviewer.cookie } })).envelope.reason).toBe(
      'unknown_image',
    );
    const { cookie } = await office.hire('cashier', ['finance']);
    expect((await fetch(server.url + loose, { headers: { cookie } })).headers.get('content-type')).toBe('image/jpeg');
  });
});
