import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PERSONAL_TABLES } from '../src/features/personal-data/inventory.ts';
import { type Bank, fundedUser, openBank, reported, uploaded as bulky } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { uploaded } from './support/pictures.ts';
import { PASSWORD, type RealUser, query, registerUser, sentTo } from './support/real-user.ts';
import { unzip } from './support/unzip.ts';

let bank: Bank;
let compliance: Colleague;

beforeAll(async () => {
  bank = await openBank({ FAIRLOT_SESSIONS: 'always' });
  compliance = await bank.office.hire('comp.one', ['compliance']);
});
afterAll(() => bank.server.stop());

const PROOF = { password: PASSWORD };
const close = async (user: RealUser, proof: object = PROOF) =>
  (await bank.server.call('closeAccount', { ...proof }, { token: user.token })).envelope;
const signIn = async (user: RealUser, more: object = {}) =>
  (await bank.server.call('login', { account: user.email, password: user.password, ...more })).envelope;
const buy = async (user: RealUser) => {
  const order = marketOrder(await bank.server.instrument('EURUSD'));
  const answer = await whenQuoted(() => bank.server.call('submit', order, { token: user.token }));
  expect(answer.envelope.reason).toBe('ok');
};
const adjust = async (user: RealUser, amount: string) =>
  (await bank.one.call('officeAdjust', { user_id: user.id, amount, memo: 'settled by hand' }, { key: randomUUID() }))
    .envelope.data.state;
const row = async (user: RealUser) =>
  (
    await query<{ email: string | null; closing_at: Date | null; closed_at: Date | null; erased_at: Date | null }>(
      bank.server,
      'select email, closing_at, closed_at, erased_at from users where id = $1',
      [user.id],
    )
  )[0];
/** Moves the closing of users into the past. */
const daysPass = (days: number) =>
  query(bank.server, 'update users set closing_at = closing_at - make_interval(days => $1)', [days]);

const archive = async (user: RealUser, proof: object = PROOF): Promise<Response> =>
  fetch(`${bank.server.url}/api/user/export`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: user.token,
      lang: 'de',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(proof),
  });

describe('closing an account', () => {
  it('is refused while there are requests, money, orders, or without proof; the refusal names what is left', async () => {
    const user = await fundedUser(bank, '200');
    expect((await close(user, {})).reason).toBe('password_required');
    expect((await close(user, { password: 'not the password' })).reason).toBe('password_wrong');
    expect(await close(user)).toMatchObject({ reason: 'closing_balance', msg: expect.stringContaining('200.00 USD') });

    await buy(user);
    expect(await close(user)).toMatchObject({ reason: 'closing_positions', detail: { orders: '1' } });

    const other = await registerUser(bank.server);
    await reported(bank, other, '50');
    expect(await close(other)).toMatchObject({
      reason: 'closing_requests',
      detail: { deposits: '1', withdrawals: '0' },
    });
    expect((await row(other))?.closing_at).toBeNull();
  });

  it('ends sessions, refuses sign-in with a clear text, tells the owner, and can be taken back by signing in', async () => {
    const user = await registerUser(bank.server);
    const { reason, data } = await close(user);
    const until = new Date(bank.clock.time + 14 * DAY_MS).toISOString();
    expect([reason, data.until]).toEqual(['ok', until]);
    expect((await bank.server.call('userInfo', {}, { token: user.token })).envelope.reason).toBe('session_invalid');
    const mail = (await sentTo(bank.server, user.email)).find(({ template }) => template === 'account_closing');
    expect(mail?.body).toContain(until.slice(0, 10));

    expect((await signIn({ ...user, password: 'a guess of it' }, { reopen: 1 })).reason).toBe('login_failed');
    expect(await signIn(user)).toMatchObject({
      reason: 'account_closing',
      msg: expect.stringContaining(until.slice(0, 10)),
    });
    expect((await signIn(user, { reopen: 1 })).reason).toBe('ok');
    expect((await signIn(user)).reason).toBe('ok');
    expect((await row(user))?.closing_at).toBeNull();
  });

  it('by staff needs a reason and can be taken back by staff alone', async () => {
    const user = await registerUser(bank.server);
    const input = { user_id: user.id, reason: 'the papers were forged' };
    expect((await bank.one.call('officeCloseUser', input)).envelope.reason).toBe('staff_role_required');
    expect((await compliance.call('officeCloseUser', input)).envelope.reason).toBe('ok');
    expect((await compliance.call('officeCloseUser', input)).envelope.reason).toBe('record_changed');
    expect((await signIn(user, { reopen: 1 })).reason).toBe('account_closed');
    const { envelope } = await compliance.call('officeUser', { user_id: user.id });
    expect(envelope.data).toMatchObject({ closing_reason: input.reason, closed_at: null });
    expect((await compliance.call('officeReopenUser', input)).envelope.reason).toBe('ok');
    expect((await signIn(user)).reason).toBe('ok');
  });

  it('is final after two weeks: without money the user is erased, otherwise what the law asks for stays', async () => {
    const [stranger, trader, rich] = [
      await registerUser(bank.server),
      await fundedUser(bank, '100'),
      await registerUser(bank.server),
    ];
    expect(await adjust(trader, '-100')).toBe('done');
    for (const user of [stranger, trader, rich]) expect((await close(user)).reason).toBe('ok');
    // Money that came in after the closing keeps it open until staff have settled it.
    expect(await adjust(rich, '5')).toBe('done');
    await query(
      bank.server,
      `insert into support_messages (user_id, text, created_at, key) values ($1, 'an old chat', now() - interval '3 years', 'k')`,
      [trader.id],
    );
    const secretOf = async () =>
      (await query(bank.server, 'select totp_secret from users where id = $1', [trader.id]))[0];
    await query(bank.server, `update users set totp_secret = 'sealed' where id = $1`, [trader.id]);
    await daysPass(15);
    await bank.server.restart();
    await vi.waitFor(async () => expect((await row(stranger))?.erased_at).not.toBeNull(), { timeout: 120_000 });
    expect(await row(stranger)).toMatchObject({ email: null });
    expect(await row(trader)).toMatchObject({ email: trader.email, erased_at: null, closed_at: expect.any(Date) });
    expect(await secretOf()).toEqual({ totp_secret: null });
    expect(await row(rich)).toMatchObject({ email: rich.email, closed_at: null });
    expect((await signIn(trader, { reopen: 1 })).reason).toBe('account_closed');
    const left = await query(
      bank.server,
      'select id from sessions where user_id = $1 union all select id from support_messages where user_id = $1',
      [trader.id],
    );
    expect(left).toEqual([]);
  });
});

describe('the export of one’s data', () => {
  it('has every table of the list, the images and an explanation, and nothing of others or of secrets', async () => {
    const user = await fundedUser(bank, '300');
    const other = await fundedUser(bank, '300');
    const [front, reverse] = [await uploaded(bank.server, user.token, 4), await uploaded(bank.server, user.token, 5)];
    const identity = { name: 'Ana Example', card_id: `C01-${user.id} X`, front_pic: front, reverse_pic: reverse };
    expect((await bank.server.call('submitIdentity', identity, { token: user.token })).envelope.reason).toBe('ok');
    await bank.server.call('supportSend', { text: '=cmd|calc' }, { token: user.token, key: randomUUID() });
    await buy(user);

    expect(((await (await archive(user, {})).json()) as { reason: string }).reason).toBe('password_required');
    const answer = await archive(user);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));

    expect(files.get('README.txt')?.toString('utf8')).toContain('Daten des Kontos');
    const exported = PERSONAL_TABLES.filter(({ exported: columns }) => typeof columns !== 'string');
    const data = JSON.parse(files.get('data.json')?.toString('utf8') ?? '') as Record<
      string,
      Record<string, unknown>[]
    >;
    expect(Object.keys(data)).toEqual(exported.map(({ table }) => table));
    for (const { table } of exported) expect(files.has(`tables/${table}.csv`)).toBe(true);
    expect(data['users']).toMatchObject([{ email: user.email, kind: 'real', account: String(10_000_000 + user.id) }]);
    expect(data['identity_submissions']).toMatchObject([{ name: 'Ana Example', card_id: `C01-${user.id} X` }]);
    expect(data['deposits']).toMatchObject([{ amount: '300', state: 'finished' }]);
    expect(data['orders']).toMatchObject([{ instrument: 'EURUSD', status: 'open' }]);
    expect(Number(data['orders']?.[0]?.['price'])).toBeCloseTo(1, 0);
    expect(data['transfers']?.length).toBeGreaterThan(0);
    expect(files.get('tables/support_messages.csv')?.toString('utf8')).toContain(`'=cmd|calc`);
    const pictures = [...files].filter(([name]) => name.startsWith('images/'));
    expect(pictures.length).toBeGreaterThanOrEqual(2);
    const [stored] = await query<{ content: Buffer }>(bank.server, 'select content from images where id = $1', [
      front.split('/').at(-1),
    ]);
    expect(files.get(`images/${front.split('/').at(-1)}.jpg`)).toEqual(stored?.content);

    const everything = [...files].filter(([name]) => !name.endsWith('.jpg')).map(([, file]) => file.toString('utf8'));
    const [secret] = await query<{ password_hash: string }>(
      bank.server,
      'select password_hash from users where id = $1',
      [user.id],
    );
    for (const text of everything)
      for (const word of [other.email, secret?.password_hash ?? '', 'argon2', 'token_hash'])
        expect(text).not.toContain(word);
  });

  it('names no staff, and says nothing of why rewards are looked at', async () => {
    const user = await fundedUser(bank, '300');
    const invited = await registerUser(bank.server);
    const input = { user_id: user.id, amount: '9000', memo: 'a correction by two people' };
    const proposed = (await bank.one.call('officeAdjust', input)).envelope.data;
    expect(proposed.state).toBe('waiting');
    const { data } = (await bank.other.call('officeDecideAdjustment', { id: proposed.id, approve: true })).envelope;
    expect(data.state).toBe('done');
    await bank.server.call('supportSend', { text: 'a question' }, { token: user.token, key: randomUUID() });
    const support = await bank.office.hire('chat.one', ['support']);
    const said = await support.call('supportAnswer', { user_id: user.id, text: 'an answer' });
    expect(said.envelope.reason).toBe('ok');
    // Reasons may be about the invited person, such as a freeze.
    await query(
      bank.server,
      `insert into rewards (inviter_id, invited_id, kind, day, basis, percent, amount, state, reasons, created_at)
        values ($1, $2, 'fixed', 20000, 0, 0, 1000000, 'waiting', '{frozen}', now())`,
      [user.id, invited.id],
    );

    const files = [...unzip(Buffer.from(await (await archive(user)).arrayBuffer()))];
    const texts = files.filter(([name]) => !name.endsWith('.jpg')).map(([, file]) => file.toString('utf8'));
    const exported = texts.find((text) => text.includes('"transfers": [')) ?? '';
    const rows = JSON.parse(exported) as Record<string, Record<string, unknown>[]>;
    const memos = rows['transfers']?.map(({ memo }) => memo);
    expect(memos).toContain('a correction by two people');
    expect(rows['support_messages']).toMatchObject([
      { written_by: 'you', text: 'a question' },
      { written_by: 'staff', text: 'an answer' },
    ]);
    expect(rows['rewards']).toMatchObject([{ state: 'review', amount: '1' }]);

    const staff = await query<{ name: string }>(bank.server, 'select name from staff where name is not null');
    const names = staff.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['root', 'fin-one', 'fin-two', 'chat.one']));
    const words = [...names, 'frozen'].map(
      (word) => new RegExp(`(?<![a-z0-9_])${word.replaceAll('.', String.raw`\.`)}(?![a-z0-9_])`),
    );
    for (const text of texts) for (const word of words) expect(text).not.toMatch(word);
  });

  it('does not count when the connection was lost', async () => {
    const user = await registerUser(bank.server);
    // More than the buffers of a connection hold.
    for (let picture = 0; picture < 8; picture += 1) await bulky(bank.server, user.id, randomBytes(4_000_000));
    const lost = await archive(user);
    const reader = lost.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    const left = () => query(bank.server, 'select from data_exports where user_id = $1', [user.id]);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    const again = await archive(user);
    expect(again.headers.get('content-type')).toBe('application/zip');
    expect((await again.arrayBuffer()).byteLength).toBeGreaterThan(32_000_000);
  });

  it('is one a day, and its owner is told with a link that freezes', async () => {
    const user = await registerUser(bank.server);
    const first = await archive(user);
    expect(first.headers.get('content-disposition')).toMatch(/filename="fairlot-\d{8}-\d{4}-\d\d-\d\d\.zip"/);
    await first.arrayBuffer();
    expect(((await (await archive(user)).json()) as { reason: string }).reason).toBe('export_too_soon');
    const mails = (await sentTo(bank.server, user.email)).filter(({ template }) => template === 'data_exported');
    expect(mails.map(({ body }) => body?.includes('/#/freeze?token='))).toEqual([true]);
  });
});
