import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../src/db/migrations/index.ts';
import { createTestDatabase } from './support/database.ts';
import { type Colleague, type TestOffice, openTestOffice } from './support/office.ts';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { TestSocket } from './support/socket.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const clock = { time: Date.now() };
let server: TestServer;
let office: TestOffice;
let dealer: Colleague;
let user: { readonly token: string };

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => clock.time);
  office = await openTestOffice(server, clock);
  dealer = await office.hire('deal.one', ['dealer']);
  user = await server.demo();
});
afterAll(() => server.stop());

const submit = (order: Readonly<Record<string, unknown>>) =>
  whenQuoted(() => server.call('submit', order, { token: user.token }));
const termsOf = async (id: number) =>
  (await server.call('tradeList')).envelope.data.find((one) => one.Id === id)?.Terms;
const feeOf = async (list: number, id: number) =>
  (await server.call('myDeal', { status: list }, { token: user.token })).envelope.data.data.find(
    (order) => order.Id === id,
  )?.TradeFee;

describe('the fee', () => {
  it('that the ticket showed is charged, whatever is set afterwards', async () => {
    const id = await server.instrument('EURUSD');
    const terms = await termsOf(id);
    const pending = (await submit(pendingOrder(id, { cont: '1', terms }))).envelope.data.order;
    const opened = (await submit(marketOrder(id, { cont: '1', terms }))).envelope.data.order;
    expect([pending.TradeFee, opened.TradeFee]).toEqual(['3.500000', '3.500000']);
    const changed = await dealer.call('officeChangeInstrument', { id, terms: { fee_rate: '7' } });
    expect(changed.envelope.data.fee_rate).toBe('7');
    expect([await feeOf(0, pending.Id), await feeOf(1, opened.Id)]).toEqual(['3.500000', '3.500000']);
    const later = (await submit(marketOrder(id, { cont: '1', terms: await termsOf(id) }))).envelope.data.order;
    expect(later.TradeFee).toBe('7.000000');
  });

  it('has its type per instrument; an order that waits keeps the fee that it reserved', async () => {
    const id = await server.instrument('GBPUSD');
    const pending = (await submit(pendingOrder(id, { cont: '1' }))).envelope.data.order;
    const changed = await dealer.call('officeChangeInstrument', {
      id,
      terms: { fee_mode: 'ofMargin', fee_rate: '0.01' },
    });
    expect(changed.envelope.data).toMatchObject({ fee_mode: 'ofMargin', fee_rate: '0.01' });
    const opened = (await submit(marketOrder(id, { cont: '1' }))).envelope.data.order;
    expect(Number(opened.TradeFee)).toBeCloseTo(Number(opened.CautionMoney) / 100, 5);
    // Moves the target to the market: the order fills at the fee that it was accepted with.
    expect(await feeOf(0, pending.Id)).toBe('3.500000');

    const listed = (await server.call('tradeList')).envelope.data;
    expect(listed.find((one) => one.Id === id)?.FeeType).toBe(2);
    expect(listed.filter((one) => one.FeeType === 1)).toHaveLength(listed.length - 1);
    expect((await server.call('basicInfo')).envelope.data.trade_fee_type).toBe(1);
    expect((await server.call('setting', { key: 'trade_fee_type' })).envelope.data.value).toBe('1');
  });

  it('is refused without its type, and beyond what is plausible', async () => {
    const id = await server.instrument('AUDUSD');
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ fee_mode: 'ofMargin' }, /fee_rate/],
      [{ fee_mode: 'ofMargin', fee_rate: '1.00000001' }, /fee_rate/],
      [{ fee_rate: '1000.01' }, /fee_rate/],
      [{ swap_mode: 'annualPercent' }, /swap_long/],
      [{ swap_mode: 'annualPercent', swap_long: '-100.1', swap_short: '0' }, /swap_long/],
      [{ swap_short: '10001' }, /swap_short/],
    ];
    for (const [terms, field] of wrong) {
      const { envelope } = await dealer.call('officeChangeInstrument', { id, terms });
      expect([terms, envelope.reason, envelope.detail?.['field']]).toEqual([
        terms,
        'bad_request',
        expect.stringMatching(field),
      ]);
    }
    // The bound of the present type holds for a rate that comes alone.
    const gold = await server.instrument('XAUUSD');
    await dealer.call('officeChangeInstrument', { id: gold, terms: { fee_mode: 'ofMargin', fee_rate: '0.02' } });
    const { envelope } = await dealer.call('officeChangeInstrument', { id: gold, terms: { fee_rate: '5' } });
    expect([envelope.reason, envelope.detail]).toEqual(['bad_request', { field: 'terms.fee_rate' }]);
  });

  it('is shown to staff for one lot, before and after a change', async () => {
    const id = await server.instrument('USDCHF');
    const { data } = (await dealer.call('officeTermsCost', { id, fee_rate: '7', swap_long: '12.6' })).envelope;
    expect([data.before?.fee, data.after?.fee]).toEqual(['3.500000', '7.000000']);
    expect(data.after?.margin).toBe(data.before?.margin);
    expect(Number(data.after?.swap_long)).toBeCloseTo(2 * Number(data.before?.swap_long), 5);
    const share = (await dealer.call('officeTermsCost', { id, fee_mode: 'ofMargin', fee_rate: '0.5' })).envelope.data;
    expect(Number(share.after?.fee)).toBeCloseTo(Number(share.after?.margin) / 2, 5);
  });
});

describe('an order', () => {
  it('on terms that its trader did not see is refused with the new figures, and goes through at those', async () => {
    const id = await server.instrument('NZDUSD');
    const seen = await termsOf(id);
    const order = marketOrder(id, { cont: '1', terms: seen });
    expect((await submit(order)).envelope.reason).toBe('ok');
    const waiting = (await submit(pendingOrder(id, { cont: '1', terms: seen }))).envelope.data.order;
    await dealer.call('officeChangeInstrument', { id, terms: { fee_rate: '7' } });

    const refused = (await submit(order)).envelope;
    expect([refused.reason, refused.code]).toEqual(['terms_changed', 3026]);
    expect(refused.detail).toMatchObject({ fee: '7.000000', terms: await termsOf(id), stopOut: '50' });
    expect(refused.msg).toMatch(/margin is now [\d,.]+ USD and the fee 7\.00 USD/);
    const amended = { id: waiting.Id, target_price: '0.4', terms: seen };
    const amend = () => server.call('amendPendingOrder', amended, { token: user.token });
    expect((await whenQuoted(amend)).envelope.reason).toBe('terms_changed');

    const { data } = (await submit({ ...order, terms: refused.detail?.['terms'] })).envelope;
    expect(data.order.TradeFee).toBe('7.000000');
  });
});

/** True when a message tells the terms of an instrument. */
function tells(data: unknown, id: number): boolean {
  return (data as readonly { readonly Id: number }[]).some((one) => one.Id === id);
}

describe('a change of terms', () => {
  it('is told on every socket at once, in one message, and to those who come back', async () => {
    const [id, other] = [await server.instrument('EURGBP'), await server.instrument('EURJPY')];
    const [socket, second] = [await TestSocket.open(server.url), await TestSocket.open(server.url)];
    onTestFinished(() => {
      socket.close();
      second.close();
    });
    const { data } = await socket.ask({ type: 'subscribe', topic: 'TERMS' }, 'snapshot');
    expect(data).toContainEqual({ Id: id, Terms: await termsOf(id) });
    await second.ask({ type: 'subscribe', topic: 'TERMS' }, 'snapshot');

    await dealer.call('officeChangeInstrument', { id, terms: { fee_rate: '8' } });
    for (const each of [socket, second]) {
      // The change of the test before may be told now, alone or in the same message.
      const update = await each.next(({ type, data: told }) => type === 'update' && tells(told, id));
      // The list was read a moment ago; the page reads it again at once and must not get the old one.
      expect(update.data).toContainEqual({ Id: id, Terms: await termsOf(id) });
      expect(tells(update.data, other)).toBe(false);
    }
    second.close();

    socket.received.length = 0;
    const { version, values } = (await office.administrator.call('siteSettings')).envelope.data;
    const stop_out_ratio = values.stop_out_ratio - 1;
    await office.administrator.call('changeSiteSettings', { version, values: { stop_out_ratio } });
    const all = await socket.next(({ type }) => type === 'update');
    expect(all.data).toContainEqual({ Id: other, Terms: await termsOf(other) });
    expect(socket.course('TERMS')).toHaveLength(1);

    const again = await TestSocket.open(server.url);
    onTestFinished(() => again.close());
    const late = await again.ask({ type: 'subscribe', topic: 'TERMS' }, 'snapshot');
    expect(late.data).toContainEqual({ Id: id, Terms: await termsOf(id) });
  });
});

it.each([
  [{ rules: '{"feeMode":"ofMargin","stopOutPercent":50}', setting: '1' }, 'ofMargin'],
  [{ rules: '{"feeMode":"perLot","stopOutPercent":50}', setting: '2' }, 'perLot'],
  [{ rules: undefined, setting: '2' }, 'ofMargin'],
  [{ rules: undefined, setting: undefined }, 'perLot'],
])('an upgrade gives all instruments the type that is in force: %o is %s', async ({ rules, setting }, mode) => {
  const database = await createTestDatabase('empty');
  onTestFinished(() => database.drop());
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error } = await migrator.migrateTo('021-rules-version');
  expect(error).toBeUndefined();
  await pool.query("insert into categories (id, slug) values (1, 'forex')");
  await pool.query(
    `insert into instruments (id, code, display_code, base_currency, quote_currency, category_id, logo, calendar, price_precision,
       lot_step, min_lots, max_lots, units_per_lot, margin_mode, leverages, fee_rate, swap_mode, swap_long, swap_short,
       swap_triple_weekday, conversion_instrument, conversion_inverse, stale_after_ms)
     values (1, 'EURUSD', 'EUR/USD', 'EUR', 'USD', 1, '/x.svg', 'forex', 5, 100, 100, 1000000, 100000, 'leveraged', '{10}', 350000000,
       'points', 0, 0, 3, null, false, 10000)`,
  );
  if (rules !== undefined) await pool.query('insert into trading_rules (shard, rules) values (0, $1)', [rules]);
  if (setting !== undefined)
    await pool.query("insert into site_settings (key, value) values ('trade_fee_type', $1)", [setting]);
  await migrator.migrateToLatest();
  expect((await pool.query('select fee_mode from instruments')).rows).toEqual([{ fee_mode: mode }]);
});
