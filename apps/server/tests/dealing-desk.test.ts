import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyShard } from '../src/trading/verify/verify-shard.ts';
import { type Bank, approved, balances, done, fundedUser, ledgerSums, openBank } from './support/money.ts';
import type { Colleague } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { type RealUser, query, sentTo } from './support/real-user.ts';

let bank: Bank;
let dealer: Colleague;
let eurusd: number;
let watcher: Pick<RealUser, 'token'>;

beforeAll(async () => {
  bank = await openBank();
  dealer = await bank.office.hire('deal.one', ['dealer']);
  eurusd = await bank.server.instrument('EURUSD');
  watcher = await bank.server.demo();
});
afterAll(() => bank.server.stop());

const placed = async (user: Pick<RealUser, 'token'>, input: Readonly<Record<string, unknown>>): Promise<number> => {
  const { envelope } = await whenQuoted(() => bank.server.call('submit', input, { token: user.token }));
  expect(envelope.reason).toBe('ok');
  return envelope.data.order.Id;
};
const close = async (order: number, { key = '', who = dealer } = {}) =>
  (
    await whenQuoted(() =>
      who.call(
        'deskClose',
        { order_id: order, reason: 'asked on the phone' },
        { key: key === '' ? randomUUID() : key },
      ),
    )
  ).envelope;
/** Waits until the market can be dealt on. A refusal of a deed is kept under its key, so it can't be repeated. */
const quoted = () => placed(watcher, marketOrder(eurusd));
const cancel = async (order: number, key: string = randomUUID()) =>
  (await dealer.call('deskCancel', { order_id: order, reason: 'entered twice' }, { key })).envelope;
const history = async (user: Pick<RealUser, 'token'>) =>
  (await bank.server.call('myDeal', { status: 3, page: 1 }, { token: user.token })).envelope.data.data;
const told = async (user: RealUser, template: string) =>
  (await sentTo(bank.server, user.email)).filter((mail) => mail.template === template);
const rowsOf = (order: number, type: string) =>
  query<{ command: string }>(
    bank.server,
    `select command from journal where command like $1 and command like $2 order by seq`,
    [`{"type":"${type}"%`, `%"order":${order},%`],
  );

const dealing = async (mode: string, who = dealer) =>
  (await who.call('officeSetDealing', { id: eurusd, mode, reason: 'a wrong price' })).envelope;
const listed = async () =>
  (await bank.server.call('tradeList')).envelope.data.find((each) => each.Id === eurusd)?.Dealing;
const submit = async (user: Pick<RealUser, 'token'>, input: Readonly<Record<string, unknown>>) =>
  (await whenQuoted(() => bank.server.call('submit', input, { token: user.token }))).envelope;

describe('a dealer', () => {
  it('closes a position of a client with a reason, once, and the client is told', async () => {
    const user = await fundedUser(bank, '1000');
    const order = await placed(user, marketOrder(eurusd));
    expect((await dealer.call('deskOrder', { order_id: order })).envelope.data).toMatchObject({
      id: order,
      user_id: user.id,
      account: 'real',
      side: 'buy',
      lots: '0.10',
      status: 'open',
      needs_approval: false,
    });
    const key = randomUUID();
    await quoted();
    const first = await close(order, { key });
    expect(first.data).toMatchObject({
      proposal: null,
      deed: { kind: 'close', order_id: order, user_id: user.id, state: 'done', author: 'deal.one', refusal: null },
    });
    expect((await close(order, { key })).data.deed?.id).toBe(first.data.deed?.id);
    expect((await close(order + 1, { key })).reason).toBe('key_reused');
    expect((await close(order)).reason).toBe('order_not_open');

    const [closed] = await history(user);
    expect(closed).toMatchObject({ Id: order, EndReason: 'staff', UpdatePrice: first.data.deed?.close_price });
    expect(closed?.UpdatePrice).toBe(closed?.CloseQuote?.Bid);
    const mails = await told(user, 'position_closed_by_staff');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('asked on the phone');
    expect(mails[0]?.body).toContain(closed?.UpdatePrice);
    const rows = await rowsOf(order, 'closePosition');
    expect(rows.map(({ command }) => command)).toEqual([
      expect.stringMatching(new RegExp(`"staff":${dealer.id},"memo":"asked on the phone"`)),
    ]);
    const [audit] = await query<{ subject: string; user_id: string; staff_name: string }>(
      bank.server,
      `select subject, user_id, staff_name from audit_log where action = 'desk/close' and outcome = 'ok' order by id limit 1`,
    );
    expect(audit).toMatchObject({ subject: `order ${order}`, user_id: String(user.id), staff_name: 'deal.one' });
    expect(await ledgerSums(bank.server, user)).toEqual(await balances(bank.server, user));
  });

  it('cancels a pending order, also of a frozen client, whose position closes too', async () => {
    const user = await fundedUser(bank, '1000');
    const order = await placed(user, pendingOrder(eurusd));
    const position = await placed(user, marketOrder(eurusd));
    await done(bank.office.administrator, 'officeFreezeUser', { user_id: user.id, reason: 'a stolen phone' });
    expect((await cancel(order)).data).toMatchObject({
      kind: 'cancel',
      state: 'done',
      close_price: null,
      profit: null,
    });
    expect((await cancel(position)).reason).toBe('order_not_pending');
    expect((await close(position)).reason).toBe('ok');
    const reasons = await query<{ reason: string }>(bank.server, 'select reason from orders where account = $1', [
      user.id,
    ]);
    expect(reasons.map(({ reason }) => reason)).toEqual(['staff', 'staff']);
    expect(await told(user, 'order_cancelled_by_staff')).toHaveLength(1);
    expect((await close(999_999)).reason).toBe('unknown_order');
    const list = (await dealer.call('deskDeeds', { user_id: user.id })).envelope.data;
    expect(list.list.map(({ kind }) => kind)).toEqual(['close', 'cancel']);
  });

  it('is the only role beside the administrator', async () => {
    const user = await fundedUser(bank, '1000');
    const order = await placed(user, marketOrder(eurusd));
    expect((await close(order, { who: bank.one })).reason).toBe('staff_role_required');
    expect((await close(order, { who: bank.office.administrator })).reason).toBe('ok');
  });

  it('finishes after a crash what was decided before it', async () => {
    const user = await fundedUser(bank, '1000');
    const order = await placed(user, marketOrder(eurusd));
    await query(
      bank.server,
      `insert into desk_deeds (kind, order_id, user_id, author_id, reason, key, state)
       values ('close', $1, $2, $3, 'before the crash', 'crashed', 'decided')`,
      [order, user.id, dealer.id],
    );
    await bank.server.restart();
    await expect.poll(async () => (await told(user, 'position_closed_by_staff')).length, { timeout: 120_000 }).toBe(1);
    expect((await history(user))[0]).toMatchObject({ Id: order, EndReason: 'staff' });
    expect(await rowsOf(order, 'closePosition')).toHaveLength(1);
  });
});

describe('a close above the sums of one person', () => {
  it('waits for another administrator, and then closes at the quote of the approval', async () => {
    await approved(bank, 'changeSiteSettings', {
      version: (await bank.office.administrator.call('siteSettings')).envelope.data.version,
      values: { two_person_amount: '0', two_person_week_amount: '0' },
    });
    const user = await fundedUser(bank, '1000');
    const order = await placed(user, marketOrder(eurusd));
    await expect
      .poll(async () => (await dealer.call('deskOrder', { order_id: order })).envelope.data.needs_approval)
      .toBe(true);
    const { data } = await close(order);
    expect(data).toMatchObject({ deed: null, proposal: expect.any(Number) as number });
    expect((await close(order)).data.proposal).toBe(data.proposal);
    expect((await dealer.call('decideProposal', { id: data.proposal, approve: true })).envelope.reason).not.toBe('ok');
    expect(await history(user)).toEqual([]);
    await quoted();
    const decided = await bank.second.call('decideProposal', { id: data.proposal, approve: true });
    expect(decided.envelope.data).toMatchObject({ kind: 'close', subject_id: order, state: 'done' });
    await expect.poll(async () => (await history(user)).length, { timeout: 120_000 }).toBe(1);
    expect((await history(user))[0]).toMatchObject({ Id: order, EndReason: 'staff' });
    expect(await told(user, 'position_closed_by_staff')).toHaveLength(1);
    expect((await dealer.call('deskDeeds', { user_id: user.id })).envelope.data.list).toMatchObject([
      { order_id: order, proposal_id: data.proposal, author: 'deal.one', state: 'done' },
    ]);
  });

  it('needs nobody for play money', async () => {
    const demo = await bank.server.demo();
    const order = await placed(demo, marketOrder(eurusd));
    expect((await close(order)).data.deed).toMatchObject({ state: 'done' });
  });
});

describe('an instrument', () => {
  it('is halted at once for real and demo accounts, then only closed in, then released', async () => {
    const user = await fundedUser(bank, '1000');
    const demo = await bank.server.demo();
    const order = await placed(user, marketOrder(eurusd));
    const theirs = await placed(demo, marketOrder(eurusd));
    expect((await dealing('halted', bank.one)).reason).toBe('staff_role_required');
    expect((await dealing('halted')).data).toMatchObject({ id: eurusd, dealing: 'halted' });
    expect(await listed()).toBe('halted');
    for (const who of [user, demo])
      expect(await submit(who, marketOrder(eurusd))).toMatchObject({ reason: 'instrument_halted', code: 3027 });
    expect((await bank.server.call('close', { id: order }, { token: user.token })).envelope.reason).toBe(
      'instrument_halted',
    );
    expect((await close(theirs)).reason).toBe('instrument_halted');

    expect((await dealing('closeOnly')).data.dealing).toBe('closeOnly');
    for (const who of [user, demo])
      expect(await submit(who, marketOrder(eurusd))).toMatchObject({ reason: 'instrument_close_only', code: 3028 });
    expect(
      (await whenQuoted(() => bank.server.call('close', { id: order }, { token: user.token }))).envelope.reason,
    ).toBe('ok');

    expect((await dealing('normal')).data.dealing).toBe('normal');
    expect(await listed()).toBe('normal');
    await placed(demo, marketOrder(eurusd));
    const changes = (await dealer.call('officeInstrumentChanges', { instrument_id: eurusd })).envelope.data.list;
    expect(changes.map(({ after }) => JSON.parse(after) as unknown)).toEqual([
      { dealing: 'normal', reason: 'a wrong price' },
      { dealing: 'closeOnly', reason: 'a wrong price' },
      { dealing: 'halted', reason: 'a wrong price' },
    ]);
    const pool = new Pool({ connectionString: bank.server.databaseUrl });
    onTestFinished(() => pool.end());
    for (const shard of [0, 1]) expect((await verifyShard(pool, shard)).shown).toEqual([]);
  });
});
