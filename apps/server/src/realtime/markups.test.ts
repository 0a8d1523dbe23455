import { type Group, type Quote, asPrice, money, price } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ListedInstrument, MarketData } from '../market/port.ts';
import type { Session } from '../security/session.ts';
import { CurrentTerms } from '../trading/current-terms.ts';
import type { AccountStreams } from './account-streams.ts';
import { Connection } from './connection.ts';
import { MarketStreams } from './market-streams.ts';
import { Protocol } from './protocol.ts';
import { TermsStream } from './terms-stream.ts';

const EURUSD = { id: 1, code: 'EURUSD', pricePrecision: 5, swap: {}, leverages: [100] } as unknown as ListedInstrument;
const GOLD = { ...EURUSD, id: 2, code: 'XAUUSD', pricePrecision: 2 };
const RULES = { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('1'), maxOrdersPerAccount: 1 } as const;
const markup = (bid: string, ask: string) => ({ bid: price(bid), ask: price(ask) });
const group = (id: number, ...terms: Group['terms']): Group => ({ id, terms });
const CLUB = group(5, { instrument: 1, markup: markup('0.00002', '0.00003') });

interface Message {
  readonly type: string;
  readonly mode?: string;
  readonly reason?: string;
  readonly topic: string;
  readonly data: readonly { readonly Id: number; readonly Bid: string; readonly Ask: string; readonly Terms: string }[];
}

/** A market with two instruments, groups of accounts, and the parts of the gateway that follow them. */
function scene() {
  let groups: readonly Group[] = [CLUB, group(6, ...CLUB.terms, { instrument: 2 }), group(7)];
  const groupOf = new Map<AccountId, number | 'uncommitted'>([
    [50, 5],
    [60, 6],
    [70, 7],
    [71, 7],
  ]);
  const quotes = new Map<number, Quote>();
  const listeners: ((quote: Quote) => void)[] = [];
  const market = {
    instruments: () => INSTRUMENTS,
    instrument: (id: number) => INSTRUMENTS.find((each) => each.id === id),
    quote: (id: number) => quotes.get(id),
    day: () => ({ open: price('1'), high: price('1'), low: price('1'), close: price('1'), volume: 1 }),
    isOpen: () => true,
    doubt: () => undefined,
    sourceOf: () => 'simulated',
    onQuote: (listener: (quote: Quote) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    onSession: () => () => undefined,
    onDoubt: () => () => undefined,
  } as unknown as MarketData;
  const trading = {
    rules: RULES,
    restricted: new Map(),
    get groups() {
      return groups;
    },
    groupOf: (id: AccountId) => groupOf.get(id),
  };
  const terms = new CurrentTerms(market, trading, { list: [] });
  const streams = { market: new MarketStreams(market), terms: new TermsStream(terms) };
  const protocol = new Protocol({
    ...streams,
    groups: terms,
    accounts: { find: () => undefined } as unknown as AccountStreams,
    userTopics: [],
    sessions: {
      known: (token: string) => (/^\d+$/.test(token) ? ({ account: Number(token) } as Session) : undefined),
      find: () => Promise.resolve(undefined),
    } as never,
    visits: { take: () => true },
    metrics: { socketMessages: { inc: () => undefined } } as never,
    limitsNetworks: true,
  });
  onTestFinished(streams.market.follow());
  let seq = 0;
  return {
    protocol,
    groupOf,
    define: (...list: readonly Group[]) => {
      groups = list;
    },
    quote: (id: number, bid: string, ask: string) => {
      seq += 1;
      const quote = { instrument: id, seq, time: seq, bid: asPrice(price(bid)), ask: asPrice(price(ask)) };
      quotes.set(id, quote);
      for (const listener of listeners) listener(quote);
    },
    /** Lets what the throttle holds back pass too. */
    tick: () => {
      for (let round = 0; round < 4; round += 1) {
        streams.market.tick();
        streams.terms.tick();
      }
    },
  };
}
const INSTRUMENTS = [EURUSD, GOLD];

let on: ReturnType<typeof scene>;
beforeEach(() => {
  on = scene();
  on.quote(1, '1.10000', '1.10010');
  on.quote(2, '2000', '2000.5');
  on.tick();
});

let lastId = 0;

/** The message behind the header of a websocket frame, which is short here. */
function messageOf(frame: Buffer): string {
  return frame.toString('utf8', frame[1] === 126 ? 4 : 2);
}

/** A client's connection with what it was sent. */
async function client(...topics: readonly string[]) {
  const frames: Buffer[] = [];
  const socket = { readyState: 1, OPEN: 1 } as never;
  const wire = { writableLength: 0, write: (frame: Buffer) => frames.push(frame) };
  lastId += 1;
  const connection = new Connection(lastId, '127.0.0.1', { socket, wire: wire as never }, () => undefined);
  const tell = (message: object): Promise<void> =>
    on.protocol.receive(connection, Buffer.from(JSON.stringify(message)));
  for (const topic of topics) await tell({ type: 'subscribe', topic });
  const messages = (topic: string): Message[] =>
    frames.map((frame) => JSON.parse(messageOf(frame)) as Message).filter((message) => message.topic === topic);
  return {
    connection,
    wire,
    tell,
    frames,
    login: (account: number | string) => tell({ type: 'login', token: String(account) }),
    logout: () => tell({ type: 'logout' }),
    messages,
    /** The last prices of EURUSD. */
    prices: () => {
      const entries = messages('DAY_MARKET').flatMap(({ data }) => data.filter(({ Id }) => Id === 1));
      return entries.at(-1) && [entries.at(-1)?.Bid, entries.at(-1)?.Ask];
    },
    version: () =>
      messages('TERMS')
        .flatMap(({ data }) => data.filter(({ Id }) => Id === 1))
        .at(-1)?.Terms,
  };
}

it("shifts the prices by the markup of the account's group, from the sign-in to the sign-out", async () => {
  const visitor = await client('DAY_MARKET', 'TERMS');
  const member = await client('DAY_MARKET', 'TERMS');
  expect(member.prices()).toEqual(['1.10000', '1.10010']);
  await member.login(50);
  expect(member.prices()).toEqual(['1.09998', '1.10013']);
  expect(member.messages('DAY_MARKET').map(({ type }) => type)).toEqual(['snapshot', 'snapshot']);
  expect(member.version()).not.toBe(visitor.version());
  on.quote(1, '1.20000', '1.20010');
  on.tick();
  expect([visitor.prices(), member.prices()]).toEqual([
    ['1.20000', '1.20010'],
    ['1.19998', '1.20013'],
  ]);
  // Gold has no markup in this group.
  expect(member.messages('DAY_MARKET').at(1)?.data.at(1)).toMatchObject({ Id: 2, Bid: '2000.00', Ask: '2000.50' });
  await member.logout();
  expect(member.prices()).toEqual(['1.20000', '1.20010']);
  expect(member.version()).toBe(visitor.version());
});

it('encodes a quote once for all accounts with the same markups, whatever their group', async () => {
  const [five, six, seven, visitor] = [
    await client('DAY_MARKET'),
    await client('DAY_MARKET'),
    await client('DAY_MARKET'),
    await client('DAY_MARKET'),
  ];
  await five.login(50);
  await six.login(60);
  await seven.login(70);
  on.quote(1, '1.30000', '1.30010');
  on.tick();
  expect(six.frames.at(-1)).toBe(five.frames.at(-1));
  // A group without a markup has the market's prices, and is sent no second snapshot.
  expect(seven.frames.at(-1)).toBe(visitor.frames.at(-1));
  expect(seven.messages('DAY_MARKET').map(({ type }) => type)).toEqual(['snapshot', 'update']);
});

it('follows a changed group and a moved account with a snapshot', async () => {
  const [five, moved] = [await client('DAY_MARKET', 'TERMS'), await client('DAY_MARKET', 'TERMS')];
  await five.login(50);
  await moved.login(70);
  const before = [five.version(), moved.version()];
  on.define(group(5, { instrument: 1, markup: markup('0.0001', '0.0001') }), group(7));
  on.groupOf.set(70, 5);
  for (const each of [five, moved]) expect(on.protocol.regroup(each.connection)).toBe(true);
  on.tick();
  for (const each of [five, moved]) expect(each.prices()).toEqual(['1.09990', '1.10020']);
  expect(five.version()).toBe(moved.version());
  expect(before).not.toContain(five.version());
});

it('shows nothing rather than the prices of another group while the group is not known', async () => {
  on.groupOf.set(50, 'uncommitted');
  const member = await client('DAY_MARKET', 'TERMS');
  const visited = member.frames.length;
  await member.login(50);
  on.quote(1, '1.40000', '1.40010');
  on.tick();
  expect(member.frames.slice(visited).map((frame) => (JSON.parse(messageOf(frame)) as Message).type)).toEqual([
    'login_result',
  ]);
  expect([on.protocol.waitsForGroups, on.protocol.regroup(member.connection)]).toEqual([true, false]);
  on.groupOf.set(50, 5);
  expect(on.protocol.regroup(member.connection)).toBe(true);
  expect(on.protocol.waitsForGroups).toBe(false);
  expect(member.prices()).toEqual(['1.39998', '1.40013']);
  // A sign-in that fails leaves a visitor.
  await member.login('nobody');
  expect(member.prices()).toEqual(['1.40000', '1.40010']);
});

/** The last message of DAY_MARKET to a client. */
const last = ({ messages }: Awaited<ReturnType<typeof client>>) => messages('DAY_MARKET').at(-1);

describe('the fast mode', () => {
  const fast = { type: 'subscribe', topic: 'DAY_MARKET', mode: 'fast' };

  it('sends the quotes of a turn at once as one message with the prices of the group, and no second one within 4 ms', async () => {
    const each = await client();
    await each.login(50);
    await each.tell(fast);
    expect(last(each)).toMatchObject({ type: 'snapshot', mode: 'fast', seq: 0 });
    const begun = performance.now();
    on.quote(1, '1.20000', '1.20010');
    on.quote(2, '2100', '2100.5');
    on.quote(1, '1.20020', '1.20030');
    await expect.poll(() => last(each), { interval: 1 }).toMatchObject({ type: 'update', mode: 'fast', seq: 1 });
    expect(last(each)?.data.map(({ Id, Bid, Ask }) => [Id, Bid, Ask])).toEqual([
      [1, '1.20018', '1.20033'],
      [2, '2100.00', '2100.50'],
    ]);
    on.quote(1, '1.30000', '1.30010');
    await expect.poll(() => last(each), { interval: 1 }).toMatchObject({ seq: 2 });
    // A timer may be early by less than a millisecond.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(3);
  });

  it('belongs to signed-in sockets and DAY_MARKET, and ends with the sign-in', async () => {
    const each = await client();
    await each.tell(fast);
    expect(last(each)).toMatchObject({ type: 'error', reason: 'sign_in_required' });
    await each.login(50);
    await each.tell({ ...fast, topic: 'KLINE.EURUSD' });
    expect(each.messages('KLINE.EURUSD').at(-1)).toMatchObject({ reason: 'unknown_topic' });
    await each.tell(fast);
    await each.logout();
    expect(last(each)).toMatchObject({ type: 'snapshot' });
    expect(last(each)?.mode).toBeUndefined();
    expect(on.protocol.fastSubscriptions).toBe(0);
  });

  it('is limited by account, and frees the place of a socket that leaves, unsubscribes or coalesces', async () => {
    const all = [await client(), await client(), await client(), await client(), await client()] as const;
    for (const each of all) {
      await each.login(50);
      await each.tell(fast);
    }
    const fifth = all[4];
    expect(last(fifth)).toMatchObject({ type: 'error', reason: 'too_many_subscriptions' });
    on.protocol.forget(all[0].connection);
    await fifth.tell(fast);
    expect(last(fifth)).toMatchObject({ type: 'snapshot', mode: 'fast' });
    await all[1].tell({ type: 'unsubscribe', topic: 'DAY_MARKET' });
    await all[2].tell({ type: 'subscribe', topic: 'DAY_MARKET' });
    expect(last(all[2])?.mode).toBeUndefined();
    expect(on.protocol.fastSubscriptions).toBe(2);
  });

  it('is coalesced for a client that does not read', async () => {
    const [slow, quick] = [await client(), await client()];
    for (const each of [slow, quick]) {
      await each.login(50);
      await each.tell(fast);
    }
    slow.wire.writableLength = 64 * 1024 + 1;
    on.protocol.slowDown();
    on.quote(1, '1.20000', '1.20010');
    await expect.poll(() => last(quick)).toMatchObject({ type: 'update', mode: 'fast' });
    expect(last(slow)).toMatchObject({ type: 'snapshot' });
    expect(last(slow)?.mode).toBeUndefined();
    expect(on.protocol.fastSubscriptions).toBe(1);
  });
});
