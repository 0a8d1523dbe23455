import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { query, registerUser } from './support/real-user.ts';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let support: Colleague;

beforeAll(async () => {
  server = await startTestServer({}, () => clock.time);
  office = await openTestOffice(server, clock);
  support = await office.hire('sam', ['support']);
});
afterAll(() => server.stop());

const list = async (input: Record<string, unknown> = {}, lang = 'en') =>
  (await server.call('followList', input, { lang })).envelope.data;
const join = async (token: string, name: string) => (await server.call('followJoin', { name }, { token })).envelope;
const mine = async (token: string) => (await server.call('followMine', {}, { token })).envelope.data;
const names = async (): Promise<readonly string[]> => (await list()).data.map(({ user }) => user.name);

describe('being listed', () => {
  it('is voluntary, under a chosen name, with figures from the start', async () => {
    const { token } = await server.demo();
    expect(await mine(token)).toEqual({ state: 'none', name: '', reason: '', entry: null });
    expect(await names()).not.toContain('Quiet Harbour');
    const joined = await join(token, '  Quiet Harbour ');
    expect(joined).toMatchObject({
      reason: 'ok',
      msg: 'You are listed in the ranking',
      data: { state: 'listed', name: 'Quiet Harbour' },
    });
    const entry = (await list()).data.find(({ user }) => user.name === 'Quiet Harbour');
    expect(entry).toMatchObject({
      user: { is_demo: 1, strategy: null },
      three_week_rate: '0.00',
      three_week_win: null,
      three_week_profit: '0.000000',
      total_rate: '0.00',
      total_trade_num: 0,
      code: '',
      multiple: null,
    });
    expect(joined.data.entry).toEqual(entry);
  });

  it('shows the actual trades, and leaving or renaming does not change them', async () => {
    const { token } = await server.demo();
    const forex = await server.instrument('EURUSD');
    const { envelope } = await whenQuoted(() => server.call('submit', marketOrder(forex), { token }));
    const closed = (await server.call('close', { id: envelope.data.order.Id }, { token })).envelope.data.order;
    const { data } = await join(token, 'First Name');
    const net = Number(closed.FactProfits) - Number(closed.TradeFee);
    expect(data.entry).toMatchObject({
      total_trade_num: 1,
      code: 'EUR/USD',
      multiple: '100.00',
      three_week_win: net > 0 ? '100.00' : '0.00',
      three_week_profit: net.toFixed(6),
    });
    expect(Number(data.entry?.total_rate)).toBeCloseTo(net / 1000, 2);
    expect((await server.call('followLeave', {}, { token })).envelope.data).toMatchObject({
      state: 'none',
      entry: null,
    });
    expect(await names()).not.toContain('First Name');
    const { rank: _rank, user: _user, ...figures } = data.entry ?? { rank: 0, user: undefined };
    expect((await join(token, 'Second Name')).data.entry).toMatchObject(figures);
    expect((await join(token, 'Third Name')).data.entry).toMatchObject(figures);
    expect((await names()).filter((name) => name.endsWith('Name'))).toEqual(['Third Name']);
  });

  it('keeps real and demo accounts apart', async () => {
    const user = await registerUser(server);
    expect((await join(user.token, 'Real Money')).reason).toBe('ok');
    expect((await list({ account: 'real' })).data.map(({ user: { name, is_demo: demo } }) => [name, demo])).toEqual([
      ['Real Money', 0],
    ]);
    expect((await list({ account: 'demo' })).data.some(({ user: { is_demo: demo } }) => demo === 0)).toBe(false);
  });

  it('ends when a demo account is retired', async () => {
    const gone = await server.demo();
    await join(gone.token, 'Long Away');
    expect(await names()).toContain('Long Away');
    await query(server, 'update users set retired_at = now() where id = $1', [gone.id]);
    // A listing of another trader reads the list again.
    await join((await server.demo()).token, 'Just Arrived');
    expect(await names()).toContain('Just Arrived');
    expect(await names()).not.toContain('Long Away');
  });

  it.each([
    ['ab', 2040],
    ['<i>me</i>', 2041],
    ['Fairlot Support', 2042],
    ['Sample strategy', 2042],
    ['quiet_harb0ur', 2043],
  ])('refuses the name %s', async (name, code) => {
    const { token } = await server.demo();
    expect(await join(token, name)).toMatchObject({ code, data: null });
    expect(await mine(token)).toMatchObject({ state: 'none' });
  });

  it('needs a signed-in user', async () => {
    expect((await server.call('followJoin', { name: 'Nobody' })).envelope.code).toBe(999);
    expect((await server.call('followList', { sort: 'name' })).envelope.reason).toBe('bad_request');
  });
});

describe('moderation', () => {
  it('hides a name with a reason; its owner may choose another, and nobody can change figures', async () => {
    const { token, id } = await server.demo();
    await join(token, 'Rude Word');
    expect((await support.call('rankingNames', { name: 'rude' })).envelope.data).toMatchObject({
      total: 1,
      list: [{ user_id: id, state: 'listed' }],
    });
    const hidden = await support.call('rankingHide', { user_id: id, reason: 'It insults people.' });
    expect(hidden.envelope.data).toMatchObject({ state: 'hidden', reason: 'It insults people.' });
    expect(await names()).not.toContain('Rude Word');
    expect(await mine(token)).toEqual({
      state: 'hidden',
      name: 'Rude Word',
      reason: 'It insults people.',
      entry: null,
    });
    expect((await join(token, 'Rude Word')).reason).toBe('display_name_reserved');
    expect((await join(token, 'rude-word')).reason).toBe('display_name_reserved');
    await server.call('followLeave', {}, { token });
    expect((await mine(token)).state).toBe('hidden');
    await support.call('rankingRestore', { user_id: id });
    expect(await names()).toContain('Rude Word');
    await support.call('rankingHide', { user_id: id, reason: 'It still does.' });
    expect((await join(token, 'Kind Word')).data).toMatchObject({ state: 'listed', reason: '' });
  });

  it('requires a role, and refuses unknown names', async () => {
    const dealer = await office.hire('dora', ['dealer', 'finance']);
    expect((await dealer.call('rankingHide', { user_id: 1, reason: 'because' })).envelope.reason).toBe(
      'staff_role_required',
    );
    expect((await support.call('rankingHide', { user_id: 999_999, reason: 'because' })).envelope.reason).toBe(
      'unknown_record',
    );
  });
});

describe('sample strategies', () => {
  it('are labelled in the reader’s language by the key of their account, and disappear when switched off', async () => {
    const key = randomBytes(32).toString('base64url');
    await query(server, `insert into ranking_samples (strategy, demo_key) values ('trend', $1)`, [key]);
    await server.call('createDemo', {}, { key });
    await join((await server.demo()).token, 'A Passer-by');
    const found = (await list()).data.filter(({ user }) => user.strategy !== null);
    expect(found.map(({ user }) => [user.strategy, user.name, user.is_demo])).toEqual([
      ['trend', 'Sample strategy: trend', 1],
    ]);
    expect((await list({}, 'de')).data.find(({ user }) => user.strategy === 'trend')?.user.name).toBe(
      'Beispielstrategie: Trend',
    );

    const version = (await office.administrator.call('siteSettings')).envelope.data.version;
    const saved = await office.administrator.call('changeSiteSettings', {
      version,
      values: { sample_strategies: false },
    });
    expect(saved.envelope.reason).toBe('ok');
    await join((await server.demo()).token, 'Another One');
    expect((await list()).data.some(({ user }) => user.strategy !== null)).toBe(false);
  });
});
