import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../platform/manual-clock.testkit.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { TopicEvent } from '../realtime/topics.ts';
import { createAccountStore } from './account.ts';
import { createBarStore } from './forming-bars.ts';
import { createMarketClock } from './market-clock.ts';
import { createQuoteStore } from './quotes.ts';
import type { QuoteStore, QuoteView } from './quotes.ts';

let clock: ManualClock;
let topics: Map<string, Set<(event: TopicEvent) => void>>;
let flushes: (() => void)[];

const realtime: Pick<Realtime, 'subscribe'> = {
  subscribe(topic, listener) {
    const listeners = topics.get(topic) ?? new Set();
    topics.set(topic, listeners.add(listener as (event: TopicEvent) => void));
    return () => {
      listeners.delete(listener as (event: TopicEvent) => void);
      if (listeners.size === 0) topics.delete(topic);
    };
  },
};

const tell = (topic: string, kind: 'snapshot' | 'update' | 'stale', data?: unknown): void =>
  topics.get(topic)?.forEach((listener) => listener({ kind, data } as TopicEvent));

const MARKET_TIME = 5_000_000;
const entry = (seq: number, bid: string, more: object = {}): object => ({
  Id: 1,
  Seq: seq,
  Time: MARKET_TIME + seq,
  Bid: bid,
  Ask: '2',
  MarketStatus: 1,
  ...more,
});

beforeEach(() => {
  clock = new ManualClock();
  topics = new Map();
  flushes = [];
});

const flush = (): void => flushes.splice(0).forEach((run) => run());

describe('quotes', () => {
  let quotes: QuoteStore;
  let stop: () => void;
  const view = (): QuoteView | undefined => quotes.quote(1).getSnapshot();

  beforeEach(() => {
    quotes = createQuoteStore({
      realtime,
      clock,
      marketClock: createMarketClock(clock),
      schedule: (run) => void flushes.push(run),
    });
    stop = quotes.start();
  });

  const listed = {
    id: 1,
    isOpen: true,
    doubt: null,
    source: 'simulated' as const,
    staleAfterMs: 3_000,
    quotation: {
      seq: 1,
      time: MARKET_TIME,
      bid: '1.1',
      ask: '1.2',
      open: '1',
      high: '2',
      low: '1',
      change: '10',
      volume: 5,
    },
  };

  it('are not current before a snapshot arrives on this connection', () => {
    quotes.seed([listed]);
    expect(view()).toMatchObject({ bid: '1.1', change: '10', freshness: 'stale' });
    tell('DAY_MARKET', 'snapshot', [entry(2, '1.3', { Open: '1' })]);
    flush();
    expect(view()).toMatchObject({ bid: '1.3', freshness: 'current', direction: 'up' });
  });

  it('keep the state that a connection told when the answer of an older list comes', () => {
    tell('DAY_MARKET', 'snapshot', [entry(2, '1.3', { Doubt: 'source', Source: null })]);
    tell('DAY_MARKET', 'update', [entry(3, '1.4', { Doubt: null, Source: 'simulated' })]);
    quotes.seed([{ ...listed, isOpen: false, doubt: 'source', source: null }]);
    tell('DAY_MARKET', 'update', [{ ...entry(4, '1.5'), MarketStatus: undefined }]);
    flush();
    expect(view()).toMatchObject({ bid: '1.5', freshness: 'current', source: 'simulated' });
    // Without a connection the list is all there is.
    tell('DAY_MARKET', 'stale');
    quotes.seed([{ ...listed, source: null }]);
    tell('DAY_MARKET', 'update', [{ ...entry(5, '1.6'), MarketStatus: undefined }]);
    flush();
    expect(view()).toMatchObject({ bid: '1.6', freshness: 'stale', source: undefined });
  });

  it('keep day figures that an update leaves out, and ignore older updates', () => {
    tell('DAY_MARKET', 'snapshot', [entry(5, '1.5', { Open: '1', High: '3', Change: '2' })]);
    tell('DAY_MARKET', 'update', [entry(6, '1.4')]);
    tell('DAY_MARKET', 'update', [entry(4, '9')]);
    flush();
    expect(view()).toMatchObject({ seq: 6, bid: '1.4', high: '3', change: '2', direction: 'down' });
  });

  it('notify the screen once for many changes, and each row only of its own', () => {
    const told: number[] = [];
    quotes.quote(1).subscribe(() => void told.push(1));
    quotes.quote(2).subscribe(() => void told.push(2));
    tell('DAY_MARKET', 'snapshot', [entry(1, '1'), { ...entry(1, '1'), Id: 2 }]);
    for (let seq = 2; seq < 50; seq += 1) tell('DAY_MARKET', 'update', [entry(seq, String(seq))]);
    expect(told).toEqual([]);
    expect(flushes).toHaveLength(1);
    flush();
    expect(told).toEqual([1, 2]);
    expect(view()?.bid).toBe('49');
  });

  it('become stale by age, and at once when the connection is lost', () => {
    tell('DAY_MARKET', 'snapshot', [entry(1, '1')]);
    flush();
    clock.advance(10_000);
    flush();
    expect(view()?.freshness).toBe('current');
    clock.advance(1_100);
    flush();
    expect(view()?.freshness).toBe('stale');
    tell('DAY_MARKET', 'update', [entry(12_000, '1')]);
    flush();
    expect(view()?.freshness).toBe('current');
    tell('DAY_MARKET', 'stale');
    expect(view()?.freshness).toBe('stale');
  });

  it('become stale when the feed stops on a live connection, independently of the device’s clock', () => {
    tell('DAY_MARKET', 'snapshot', [entry(1, '1'), { ...entry(40_000, '1'), Id: 2 }]);
    flush();
    expect(view()?.freshness).toBe('stale');
    expect(quotes.quote(2).getSnapshot()?.freshness).toBe('current');
  });

  it('of a closed market are closed, not stale', () => {
    tell('DAY_MARKET', 'snapshot', [entry(1, '1', { MarketStatus: 0 })]);
    flush();
    clock.advance(60_000);
    flush();
    expect(view()?.freshness).toBe('closed');
  });

  it('are in doubt with the reason until the server takes it back, whether a quote comes or not', () => {
    tell('DAY_MARKET', 'snapshot', [entry(1, '1', { Doubt: null })]);
    tell('DAY_MARKET', 'update', [entry(1, '1', { Doubt: 'price' })]);
    flush();
    expect(view()).toMatchObject({ freshness: 'doubt', doubt: 'price' });
    tell('DAY_MARKET', 'update', [entry(1, '1', { Doubt: 'clock' })]);
    tell('DAY_MARKET', 'update', [entry(2, '1')]);
    flush();
    expect(view()).toMatchObject({ seq: 2, freshness: 'doubt', doubt: 'clock' });
    tell('DAY_MARKET', 'update', [entry(2, '1', { Doubt: null })]);
    flush();
    expect(view()).toMatchObject({ freshness: 'current', doubt: undefined });
  });

  it('are stale after the store stops, and no timer remains', () => {
    tell('DAY_MARKET', 'snapshot', [entry(1, '1')]);
    flush();
    stop();
    expect(view()?.freshness).toBe('stale');
    expect(topics.size).toBe(0);
    expect(clock.due).toBeUndefined();
  });
});

const data = (profits: Record<number, string>): object => ({
  ProfitsTotal: '5',
  HazardRate: '1',
  CautionMoneyAll: '10',
  Balance: '100',
  Available: '100',
  LockBalance: '0',
  NetValue: '105',
  FreeMargin: '95',
  PrepaymentRatio: '1050',
  TransOrder: Object.entries(profits).map(([id, profit]) => ({
    Id: Number(id),
    UpdatePrice: '1',
    FactProfits: profit,
  })),
});

describe('the account', () => {
  it('gives each position its own figures and notifies only of changed ones', () => {
    const store = createAccountStore(realtime);
    store.start();
    const told: number[] = [];
    tell('FOREX_TRADE', 'snapshot', data({ 1: '2', 2: '3' }));
    store.position(1).subscribe(() => void told.push(1));
    store.position(2).subscribe(() => void told.push(2));
    tell('FOREX_TRADE', 'update', data({ 1: '2', 2: '4' }));
    expect(told).toEqual([2]);
    expect(store.position(2).getSnapshot()).toEqual({ closePrice: '1', profit: '4' });
    tell('FOREX_TRADE', 'update', data({ 1: '2' }));
    expect(store.position(2).getSnapshot()).toBeUndefined();
    expect(store.account.getSnapshot()).toMatchObject({ current: true, equity: '105', marginLevel: '1050' });
  });

  it('keeps a position’s readable while it has listeners', () => {
    const store = createAccountStore(realtime);
    store.start();
    tell('FOREX_TRADE', 'snapshot', data({ 1: '2' }));
    const unseen = store.position(1);
    const [leave, leaveToo] = [unseen.subscribe(() => undefined), store.position(1).subscribe(() => undefined)];
    // React subscribes again when the object changes.
    expect(store.position(1)).toBe(unseen);
    leave();
    expect(store.position(1)).toBe(unseen);
    leaveToo();
    expect(store.position(1)).not.toBe(unseen);
    tell('FOREX_TRADE', 'update', data({ 1: '3' }));
    expect(unseen.getSnapshot()).toEqual({ closePrice: '1', profit: '3' });
    expect(unseen.getSnapshot()).toBe(unseen.getSnapshot());
  });

  it('marks its figures as not current while disconnected', () => {
    const store = createAccountStore(realtime);
    store.start();
    tell('FOREX_TRADE', 'snapshot', data({}));
    tell('FOREX_TRADE', 'stale');
    expect(store.account.getSnapshot()).toMatchObject({ current: false, equity: '105' });
  });

  it('reports closed positions, and interruptions during which closings may be missed', () => {
    const store = createAccountStore(realtime);
    const closed: (readonly number[])[] = [];
    let resumed = 0;
    store.onClosed((ids) => void closed.push(ids));
    store.onResumed(() => {
      resumed += 1;
    });
    store.start();
    tell('FOREX_CLOSED', 'snapshot', []);
    tell('FOREX_CLOSED', 'update', [4, 5]);
    expect([closed, resumed]).toEqual([[[4, 5]], 0]);
    tell('FOREX_CLOSED', 'stale');
    tell('FOREX_CLOSED', 'snapshot', []);
    expect(resumed).toBe(1);
  });

  it('is cleared at sign-out', () => {
    const store = createAccountStore(realtime);
    const stop = store.start();
    tell('FOREX_TRADE', 'snapshot', data({ 1: '2' }));
    stop();
    expect(store.account.getSnapshot()).toBeUndefined();
    expect(store.position(1).getSnapshot()).toBeUndefined();
    expect(topics.size).toBe(0);
  });
});

const bar = (close: string): object => ({ Time: 0, Open: '1', High: '1', Low: '1', Close: close, Volume: 1 });

describe('forming bars', () => {
  it('are subscribed while there are listeners', () => {
    const forming = createBarStore(realtime).forming('EURUSD');
    const leave = [forming.subscribe(() => undefined), forming.subscribe(() => undefined)];
    expect([...topics.keys()]).toEqual(['KLINE.EURUSD']);
    leave[0]?.();
    expect(topics.size).toBe(1);
    leave[1]?.();
    expect(topics.size).toBe(0);
    expect(forming.getSnapshot()).toBeUndefined();
  });

  it('keep the periods that an update leaves out, and are marked when not current', () => {
    const forming = createBarStore(realtime).forming('EURUSD');
    forming.subscribe(() => undefined);
    tell('KLINE.EURUSD', 'snapshot', { '1min': bar('1'), '5min': bar('1') });
    tell('KLINE.EURUSD', 'update', { '1min': bar('2') });
    expect(forming.getSnapshot()).toMatchObject({
      current: true,
      bars: { '1min': { close: '2' }, '5min': { close: '1' } },
    });
    tell('KLINE.EURUSD', 'stale');
    expect(forming.getSnapshot()?.current).toBe(false);
  });
});
