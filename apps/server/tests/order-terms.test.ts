import { asMoney, formatMoney, money, price } from '@fairlot/domain';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupOf, ruleOf } from './support/groups.ts';
import { openTestOffice } from './support/office.ts';
import { type TestServer, startTestServer } from './support/server.ts';

const MARKUP = { bid: price('0.00020'), ask: price('0.00030') };
/** Dollars for a million dollars of notional. */
const COMMISSION = 30n;

const clock = { time: Date.now() };
let server: TestServer;
let plain: string;
let club: string;
let eurusd: number;

beforeAll(async () => {
  server = await startTestServer({ FAIRLOT_SESSIONS: 'always' }, () => clock.time);
  const office = await openTestOffice(server, clock);
  const dealer = await office.hire('deal.one', ['dealer']);
  const [first, second] = [await server.demo(), await server.demo()];
  [plain, club] = [first.token, second.token];
  eurusd = await server.instrument('EURUSD');
  const rule = ruleOf('instrument', eurusd, {
    markup: { mode: 'points', bid: 20, ask: 30 },
    commission: { mode: 'perMillion', rate: String(COMMISSION) },
    swap: { mode: 'points', long: '-9', short: '-1' },
    tiers: [
      { from_usd: '0', leverage: 100 },
      { from_usd: '50000', leverage: 20 },
    ],
  });
  const added = await dealer.call('officeAddGroup', groupOf('Club', [rule], { stop_out_percent: 60 }));
  const moved = await dealer.call('officeMoveAccount', {
    user_id: second.id,
    group_id: added.envelope.data.id ?? 0,
    reason: 'asked for it',
  });
  const reasons = [added.envelope.reason, moved.envelope.reason];
  if (reasons.some((reason) => reason !== 'ok')) throw new Error(`the club was refused: ${reasons.join(', ')}`);
});
afterAll(() => server.stop());

const listed = async (token: string) => {
  const found = (await server.call('tradeList', {}, { token })).envelope.data.find(({ Id }) => Id === eurusd);
  if (found?.ForexQuotations === undefined || found.ForexQuotations === null) throw new Error('no quote');
  return { ...found, quote: found.ForexQuotations };
};
const buy = async (token: string, multiple: number) => {
  const input = { type: 1, cont: '0.50', forex_id: eurusd, status: '1', multiple };
  const { envelope } = await server.call('submit', input, { token });
  expect(envelope.reason).toBe('ok');
  return envelope.data.order;
};
const termsOf = async (token: string, id: number) => (await server.call('orderTerms', { id }, { token })).envelope;
/** The cost of half a lot for a distance of prices, in dollars. */
const half = (distance: bigint): string => formatMoney(asMoney((distance * 50_000n) / 100n));

it('two users in two groups see two prices and two costs at the same moment, and their orders explain them', async () => {
  let both = { mine: await listed(plain), theirs: await listed(club) };
  await expect
    .poll(async () => {
      both = { mine: await listed(plain), theirs: await listed(club) };
      return both.mine.quote.Seq - both.theirs.quote.Seq;
    })
    .toBe(0);
  const { mine, theirs } = both;
  expect(price(mine.quote.Bid) - price(theirs.quote.Bid)).toBe(MARKUP.bid);
  expect(price(theirs.quote.Ask) - price(mine.quote.Ask)).toBe(MARKUP.ask);
  expect([mine.FeeType, theirs.FeeType, theirs.ForexFeeRate]).toEqual([1, 3, '30.00000000']);
  expect([mine.Tiers, theirs.Tiers]).toEqual([
    undefined,
    [
      { From: '0.000000', Leverage: 100 },
      { From: '50000.000000', Leverage: 20 },
    ],
  ]);

  const [a, b] = [await buy(plain, 50), await buy(club, 50)];
  for (const [order, seen] of [
    [a, mine],
    [b, theirs],
  ] as const) {
    expect(order.Terms).toBe(seen.Terms);
    const markup = seen === mine ? 0n : MARKUP.ask;
    expect(price(order.Price) - price(order.OpenQuote?.Ask ?? '')).toBe(markup);
  }
  const [ofA, ofB] = [(await termsOf(plain, a.Id)).data, (await termsOf(club, b.Id)).data];
  expect(ofA).toMatchObject({
    Version: mine.Terms,
    Terms: {
      FeeType: 1,
      FeeRate: mine.ForexFeeRate,
      Swap: mine.Swap,
      StopOut: 50,
      Markup: { Bid: '0.00000', Ask: '0.00000' },
    },
    MarkupCost: '0.000000',
  });
  expect(ofB).toMatchObject({
    Version: theirs.Terms,
    Terms: {
      FeeType: 3,
      FeeRate: '30.00000000',
      Swap: theirs.Swap,
      StopOut: 60,
      Markup: theirs.Markup,
      Tiers: theirs.Tiers,
    },
    MarkupCost: half(MARKUP.bid + MARKUP.ask),
  });
  expect((await termsOf(plain, b.Id)).reason).toBe('unknown_order');
  expect((await server.call('orderTerms', { id: a.Id })).envelope.reason).toBe('session_invalid');

  // The list reads the version from the table, and the close leaves it.
  const closed = (await server.call('close', { id: b.Id }, { token: club })).envelope.data.order;
  expect(closed.Terms).toBe(theirs.Terms);
  const history = (await server.call('myDeal', { status: '3', page: 1 }, { token: club })).envelope.data.data;
  expect(history.map(({ Terms }) => Terms)).toEqual([theirs.Terms]);
  expect((await termsOf(club, b.Id)).data.MarkupCost).toBe(half(MARKUP.bid + MARKUP.ask));
});

it('the statement and its file name markup, commission and version of a trade', async () => {
  const { list } = (await server.call('statementTrades', { period: 'all' }, { token: club })).envelope.data;
  const [trade] = list;
  if (trade === undefined) throw new Error('no trade');
  const cost = half(MARKUP.bid + MARKUP.ask);
  expect(trade).toMatchObject({ bid_markup: '0.00020', ask_markup: '0.00030', markup: `-${cost}` });
  // Commission per million dollars of notional at the client's price.
  const notional = money(half(price(trade.open_price)));
  expect(trade.fee).toBe(formatMoney(asMoney(-(notional * COMMISSION) / 1_000_000n)));
  const file = await server.raw('/v1/api/main/statement/file?part=trades&period=all', {
    headers: { authorization: club },
  });
  const [head, row] = file.text.replace('﻿', '').trim().split('\r\n');
  const cells = new Map(head?.split(',').map((name, at) => [name, row?.split(',')[at]]));
  expect(['bid_markup', 'ask_markup', 'markup', 'fee', 'terms'].map((name) => cells.get(name))).toEqual([
    '0.00020',
    '0.00030',
    `-${cost}`,
    trade.fee,
    trade.terms,
  ]);
});

it('an order from before versions were stored says so', async () => {
  const order = await buy(plain, 50);
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('update orders set terms_version = null where id = $1', [order.Id]);
  await client.end();
  expect((await termsOf(plain, order.Id)).data).toEqual({ Version: null, Terms: null, MarkupCost: '0.000000' });
});
