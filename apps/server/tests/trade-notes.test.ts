import { randomUUID } from 'node:crypto';
import {
  NOTED_ORDERS_MAX,
  NOTE_MAX,
  type OutputOf,
  STATEMENT_PAGE_MAX,
  TAGS_MAX,
  TAGS_OF_ORDER_MAX,
  type calls,
} from '@fairlot/contract';
import { DAY_MS, MONEY_SCALE, divide, formatDecimal, money } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marketOrder, pendingOrder, whenQuoted } from './support/order-calls.ts';
import { query, registerUser } from './support/real-user.ts';
import { type TestServer, startTestServer } from './support/server.ts';

type Trade = OutputOf<typeof calls.statementTrades>['list'][number];
type Statistics = OutputOf<typeof calls.tradeStatistics>;
type Figures = Statistics['total'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' });
});
afterAll(() => server.stop());

interface Trader {
  readonly token: string;
  readonly id: number;
}

const read = async ({ token }: Trader, id: number) => (await server.call('tradeNote', { id }, { token })).envelope;
const save = async ({ token }: Trader, id: number, note: string, tags: readonly string[] = [], key = randomUUID()) =>
  (await server.call('tradeNoteSave', { id, note, tags }, { token, key })).envelope;
const tagsOf = async ({ token }: Trader) =>
  (await server.call('tradeTags', {}, { token })).envelope.data.list.map(({ tag, orders }) => `${tag} ${orders}`);

const many = (length: number, name: string): string[] => Array.from({ length }, (_, index) => `${name}${index}`);

async function place({ token }: Trader, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const input = marketOrder(await server.instrument('EURUSD'), more);
  const { envelope } = await whenQuoted(() => server.call('submit', input, { token }));
  expect(envelope.reason).toBe('ok');
  return envelope.data.order.Id;
}

async function close({ token }: Trader, id: number, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { envelope } = await whenQuoted(() => server.call('close', { id, ...more }, { token }));
  expect(envelope.reason).toBe('ok');
  return envelope.data.order.Id;
}

describe('a note on an order', () => {
  it('is kept for its owner alone, replaced and erased', async () => {
    const [trader, stranger] = [await server.demo(), await registerUser(server)];
    const waiting = (
      await server.call('submit', pendingOrder(await server.instrument('EURUSD')), { token: trader.token })
    ).envelope.data.order.Id;
    const open = await place(trader);
    expect((await read(trader, open)).data).toEqual({ id: open, note: '', tags: [], of: null, changed_at: null });
    expect((await save(trader, waiting, 'Waits for the news')).data).toMatchObject({ note: 'Waits for the news' });
    const written = { note: 'Line 1\nסוף "quoted" 価格', tags: ['Ausbruch', 'news  \u200Etrade '] };
    expect((await save(trader, open, ` ${written.note} `, written.tags)).data).toMatchObject({
      id: open,
      note: written.note,
      tags: ['Ausbruch', 'news trade'],
      of: null,
    });
    expect((await read(stranger, open)).reason).toBe('unknown_order');
    expect((await save(stranger, open, 'mine')).reason).toBe('unknown_order');
    expect((await server.call('tradeNoteErase', { id: open }, { token: stranger.token })).envelope.reason).toBe(
      'unknown_order',
    );
    expect((await read(trader, open)).data).toMatchObject({ note: written.note });
    // A tag of another order keeps its spelling, in any case.
    expect((await save(trader, waiting, '', ['AUSBRUCH', 'ausbruch'])).data).toMatchObject({
      note: '',
      tags: ['Ausbruch'],
    });
    expect(await tagsOf(trader)).toEqual(['Ausbruch 2', 'news trade 1']);
    expect(await tagsOf(stranger)).toEqual([]);
    await server.call('tradeNoteErase', { id: open }, { token: trader.token });
    expect((await save(trader, waiting, '  ')).data).toMatchObject({ note: '', tags: [], changed_at: null });
    expect((await read(trader, open)).data).toMatchObject({ note: '', tags: [], changed_at: null });
    expect(await query(server, 'select 1 from trade_tags union all select 1 from trade_notes')).toEqual([]);
  });

  it('answers a repeated request without writing again', async () => {
    const trader = await server.demo();
    const open = await place(trader);
    const key = randomUUID();
    const first = await save(trader, open, 'first', ['a'], key);
    await save(trader, open, 'second', ['b']);
    expect(await save(trader, open, 'first', ['a'], key)).toEqual(first);
    expect((await read(trader, open)).data).toMatchObject({ note: 'second', tags: ['b'] });
    expect((await save(trader, open, 'third', [], key)).reason).toBe('key_reused');
  });

  it('is limited in length and number', async () => {
    const trader = await server.demo();
    const [one, other] = [await place(trader), await place(trader)];
    expect((await save(trader, one, '€'.repeat(NOTE_MAX), many(TAGS_OF_ORDER_MAX, 't'))).reason).toBe('ok');
    expect((await save(trader, one, '€'.repeat(NOTE_MAX + 1))).reason).toBe('bad_request');
    expect((await save(trader, one, '', many(TAGS_OF_ORDER_MAX + 1, 't'))).reason).toBe('bad_request');
    expect((await save(trader, one, '', ['x'.repeat(33)])).reason).toBe('bad_request');
    // Each of these letters becomes two when it is composed.
    expect((await save(trader, one, '', ['\u0958'.repeat(32)])).reason).toBe('bad_request');
    for (const blank of ['', ' ', '\u200B\u200B'])
      expect((await save(trader, one, '', [blank])).reason).toBe('bad_request');
    const misspelt = await server.call(
      'tradeNoteSave',
      { id: one, note: 'a', tags: [], tag: 'b' },
      { token: trader.token },
    );
    expect(misspelt.envelope.reason).toBe('unknown_field');
    await query(
      server,
      `with orders as (
        insert into trade_notes (order_id, user_id, note, changed_at) select -n, $1, '', now() from generate_series(1, $2::integer) n returning order_id)
      insert into trade_tags (user_id, tag_key, order_id, tag) select $1, 'many' || -order_id, order_id, 'many' || -order_id from orders`,
      [trader.id, TAGS_MAX - TAGS_OF_ORDER_MAX],
    );
    const refused = await save(trader, other, '', ['one more']);
    expect(refused).toMatchObject({ reason: 'too_many_tags', detail: { most: String(TAGS_MAX) } });
    expect((await save(trader, other, '', ['MANY7', 't3'])).data).toMatchObject({ tags: ['many7', 't3'] });
    // Its own tags make room for new ones.
    expect((await save(trader, one, '', many(TAGS_OF_ORDER_MAX - 1, 'u'))).reason).toBe('ok');
  });

  it('is one of at most 5,000', async () => {
    const trader = await server.demo();
    const open = await place(trader);
    await query(
      server,
      `insert into trade_notes (order_id, user_id, note, changed_at) select -1000000 - n, $1, 'a', now() from generate_series(1, $2::integer) n`,
      [trader.id, NOTED_ORDERS_MAX],
    );
    expect((await save(trader, open, 'one more')).reason).toBe('too_many_notes');
    await query(server, 'delete from trade_notes where order_id = -1000001');
    expect((await save(trader, open, 'the last one')).reason).toBe('ok');
    expect((await save(trader, open, 'the last one, changed')).reason).toBe('ok');
  });

  it('of a position counts for its closed parts until they have their own, also in the history by tag', async () => {
    const trader = await server.demo();
    const position = await place(trader, { cont: '0.3' });
    await save(trader, position, 'Trend', ['trend']);
    const [first, second] = [
      await close(trader, position, { cont: '0.1' }),
      await close(trader, position, { cont: '0.1' }),
    ];
    expect((await read(trader, first)).data).toMatchObject({ id: first, note: 'Trend', tags: ['trend'], of: position });
    await save(trader, second, 'Too early', ['mistake']);
    const tagged = async (tag: string) => {
      const { data } = (await server.call('myDeal', { status: 3, tag }, { token: trader.token })).envelope;
      return { total: data.total, ids: data.data.map(({ Id }) => Id) };
    };
    expect(await tagged('TREND')).toEqual({ total: 1, ids: [first] });
    await close(trader, position);
    expect(await tagged('trend')).toEqual({ total: 2, ids: [position, first] });
    expect(await tagged('mistake')).toEqual({ total: 1, ids: [second] });
    expect(await tagged('trends')).toEqual({ total: 0, ids: [] });
    const untagged = (await server.call('myDeal', { status: 3 }, { token: trader.token })).envelope.data;
    expect(untagged.total).toBe(3);
    const { tags } = await statisticsOf(trader, 'UTC');
    expect(tags.map(({ tag, trades }) => [tag, trades])).toEqual([
      ['trend', 2],
      ['mistake', 1],
    ]);
  });
});

async function statisticsOf({ token }: Trader, zone: string, more: Readonly<Record<string, unknown>> = {}) {
  const { envelope } = await server.call('tradeStatistics', { period: 'all', time_zone: zone, ...more }, { token });
  expect(envelope.reason).toBe('ok');
  return envelope.data;
}

async function tradesOf({ token }: Trader, more: Readonly<Record<string, unknown>> = {}): Promise<Trade[]> {
  const trades: Trade[] = [];
  for (let page = 1; ; page += 1) {
    const input = { period: 'all', size: STATEMENT_PAGE_MAX, page, ...more };
    const { list } = (await server.call('statementTrades', input, { token })).envelope.data;
    if (list.length === 0) return trades;
    trades.push(...list);
  }
}

const text = (value: bigint): string => formatDecimal(value, MONEY_SCALE);
const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);

/** An independent computation from the statement's trades. */
function figuresOf(trades: readonly Trade[]): Figures {
  const nets = trades.map(({ net }) => money(net) as bigint);
  const sorted = nets.toSorted((a, b) => (a < b ? -1 : 1));
  const [wins, losses] = [nets.filter((net) => net > 0n), nets.filter((net) => net < 0n)];
  const mean = (values: readonly bigint[]) =>
    values.length === 0 ? null : text(divide(sum(values), BigInt(values.length), 'halfEven'));
  return {
    trades: nets.length,
    wins: wins.length,
    losses: losses.length,
    win_rate: expect.any(String) as never,
    net: text(sum(nets)),
    average_win: mean(wins),
    average_loss: mean(losses),
    best: text(sorted.at(-1) ?? 0n),
    worst: text(sorted[0] ?? 0n),
  };
}

function groupsOf<Key>(trades: readonly Trade[], keyOf: (trade: Trade) => Key): [Key, Figures][] {
  const groups = new Map<Key, Trade[]>();
  for (const trade of trades) groups.set(keyOf(trade), [...(groups.get(keyOf(trade)) ?? []), trade]);
  return [...groups].map(([key, list]): [Key, Figures] => [key, figuresOf(list)]).sort(([a], [b]) => (a < b ? -1 : 1));
}

const without = <Name extends string>(name: Name, rows: readonly (Figures & Readonly<Record<Name, unknown>>)[]) =>
  rows.map(({ [name]: key, ...figures }) => [key, figures]);

describe('the statistics of closed trades', () => {
  it('equal the statement’s trades, by hour and weekday of the zone also when its clocks change', async () => {
    const trader = await server.demo();
    await close(trader, await place(trader));
    // 400 trades around the night of 2026-03-08, when New York's clocks went forward, and some results of zero.
    const [eurusd, usdjpy] = [await server.instrument('EURUSD'), await server.instrument('USDJPY')];
    const first = Date.parse('2026-03-06T01:10:00Z');
    await query(server, `update accounts set opened_at = $2 where id = $1`, [trader.id, first - DAY_MS]);
    await query(
      server,
      // The sums of days begin again, so that they count these trades of the past.
      `with through as (delete from order_days_through), days as (delete from order_days)
      insert into orders (id, shard, account, instrument, side, kind, status, lots, leverage, margin, fee, swap, created_at, opened_at, ended_at, price, close_price, profit, reason)
      select 900000000 + n, shard, $1, case when n % 3 = 0 then $3::integer else $4::integer end, 'buy', 'market', 'closed', 10000000, 100, 1000000,
        n % 7 * 100000, (n % 5 - 2) * 33333, opened, opened, opened + 5000000, 110000000, 110000000,
        case when n % 40 = 0 then n % 7 * 100000 - (n % 5 - 2) * 33333 else (n * 104729::bigint) % 2000003 - 1000001 end, 'client'
      from (select n, $2::bigint + n * 1000000::bigint as opened, (select shard from accounts where id = $1) as shard from generate_series(1, 400) n) each`,
      [trader.id, first, eurusd, usdjpy],
    );
    const trades = await tradesOf(trader);
    expect(trades).toHaveLength(401);
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
      const parts = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        hour: 'numeric',
        weekday: 'short',
      });
      const part = (trade: Trade, type: 'hour' | 'weekday') =>
        parts.formatToParts(new Date(trade.opened_at)).find((each) => each.type === type)?.value ?? '';
      const statistics = await statisticsOf(trader, zone);
      expect(statistics.total).toEqual(figuresOf(trades));
      expect(without('hour', statistics.hours)).toEqual(groupsOf(trades, (trade) => Number(part(trade, 'hour'))));
      const days = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
      expect(without('weekday', statistics.weekdays)).toEqual(
        groupsOf(trades, (trade) => days.indexOf(part(trade, 'weekday'))),
      );
      expect(statistics.instruments.map(({ instrument, ...figures }) => [instrument.id, figures])).toEqual(
        groupsOf(trades, ({ instrument }) => instrument.id),
      );
      expect(statistics.tags).toEqual([{ tag: null, ...statistics.total }]);
    }
    const whole = (await server.call('statement', { period: 'all' }, { token: trader.token })).envelope.data.trades;
    const { total } = await statisticsOf(trader, 'UTC');
    expect([total.trades, total.wins, total.win_rate, total.net]).toEqual([
      whole.trades,
      whole.wins,
      whole.win_rate,
      whole.net,
    ]);
    const some = { period: 'range', from: '2026-03-07', to: '2026-03-08', instrument: usdjpy };
    expect((await statisticsOf(trader, 'UTC', some)).total).toEqual(figuresOf(await tradesOf(trader, some)));
  });

  it('are empty without trades, and refuse a time zone that nobody knows', async () => {
    const trader = await server.demo();
    const empty = await statisticsOf(trader, 'Europe/London');
    expect(empty).toMatchObject({ tags: [], hours: [], weekdays: [], instruments: [], time_zone: 'Europe/London' });
    expect(empty.total).toEqual({
      trades: 0,
      wins: 0,
      losses: 0,
      win_rate: null,
      net: '0.000000',
      average_win: null,
      average_loss: null,
      best: null,
      worst: null,
    });
    for (const zone of ['Europe/Atlantis', 'Mars'])
      expect((await server.call('tradeStatistics', { time_zone: zone }, { token: trader.token })).envelope.reason).toBe(
        'time_zone_unknown',
      );
    for (const zone of ["UTC'; drop table orders", '+05:00', ''])
      expect((await server.call('tradeStatistics', { time_zone: zone }, { token: trader.token })).envelope.reason).toBe(
        'bad_request',
      );
  });
});
