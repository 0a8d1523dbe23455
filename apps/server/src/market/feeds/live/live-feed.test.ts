import { expect, it } from 'vitest';
import type { ListedInstrument } from '../../port.ts';
import { REFERENCE_INSTRUMENTS } from '../../reference/instruments.ts';
import type { FeedSink, RawTick } from '../feed.ts';
import { FakeSource } from './fake-source.testkit.ts';
import { LiveFeed } from './live-feed.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const [EURUSD, GBPUSD] = REFERENCE_INSTRUMENTS as readonly [ListedInstrument, ListedInstrument];
const euro = { ...EURUSD, symbols: { kraken: 'EUR/USD' } };
const pound = { ...GBPUSD, symbols: { kraken: 'GBP/USD' } };
const corn: ListedInstrument = { ...EURUSD, id: 1000, code: 'CORN' };

async function start() {
  const kraken = new FakeSource('kraken', () => NOW);
  const feed = new LiveFeed({ sources: [kraken], instruments: [euro], clock: () => NOW });
  const ticks: RawTick[] = [];
  const sources: (readonly [string, string | undefined])[] = [];
  const sink: FeedSink = {
    tick: (tick) => ticks.push(tick),
    malformed: () => undefined,
    ended: () => undefined,
    source: (code, name) => sources.push([code, name]),
  };
  await feed.start(sink);
  kraken.is('live');
  return { feed, kraken, ticks, sources };
}

it('asks its sources for added instruments and forgets removed ones, while it runs', async () => {
  const { feed, kraken, ticks, sources } = await start();
  feed.relist([euro, pound, corn]);
  expect(kraken.symbols).toEqual(['EUR/USD', 'GBP/USD']);
  kraken.quote('GBP/USD', '1.3');
  expect(ticks.map(({ code, source }) => [code, source])).toEqual([['GBPUSD', 'kraken']]);
  expect(sources).toContainEqual(['GBPUSD', 'kraken']);
  expect([pound, corn].map(({ id }) => feed.sourceOf(id))).toEqual(['kraken', undefined]);
  feed.relist([euro]);
  expect(kraken.symbols).toEqual(['EUR/USD']);
  kraken.quote('GBP/USD', '1.4');
  kraken.quote('EUR/USD', '1.1');
  expect(ticks.map(({ code }) => code)).toEqual(['GBPUSD', 'EURUSD']);
  expect(feed.sourceOf(pound.id)).toBeUndefined();
  await feed.stop();
});

it('a source that has not quoted yet gives no price: nothing is dealt before its first quote', async () => {
  const { feed, kraken, ticks, sources } = await start();
  expect([feed.sourceOf(euro.id), sources.at(-1)]).toEqual([undefined, ['EURUSD', undefined]]);
  expect(feed.sources()[0]?.instruments).toBe(0);
  kraken.quote('EUR/USD', '1.1');
  expect([feed.sourceOf(euro.id), sources.at(-1), ticks.length]).toEqual(['kraken', ['EURUSD', 'kraken'], 1]);
  // Another symbol may be another thing.
  feed.relist([{ ...euro, symbols: { kraken: 'EUR/USDT' } }]);
  expect([feed.sourceOf(euro.id), sources.at(-1)]).toEqual([undefined, ['EURUSD', undefined]]);
  kraken.quote('EUR/USD', '1.1');
  expect(ticks).toHaveLength(1);
  kraken.quote('EUR/USDT', '1.2');
  expect([feed.sourceOf(euro.id), sources.at(-1), ticks.length]).toEqual(['kraken', ['EURUSD', 'kraken'], 2]);
  await feed.stop();
});

it('a symbol that was unknown is known with its first quote, while the connection stays', async () => {
  const { feed, kraken, ticks } = await start();
  kraken.sink?.unknownSymbol('EUR/USD');
  expect(feed.sources()[0]?.unknownSymbols).toEqual(['EUR/USD']);
  kraken.quote('EUR/USD', '1.1');
  expect([feed.sources()[0]?.unknownSymbols, feed.sourceOf(euro.id), ticks.length]).toEqual([[], 'kraken', 1]);
  await feed.stop();
});

it('delivers no quote of before its start, which an earlier run may have gone beyond', async () => {
  const { feed, kraken, ticks } = await start();
  kraken.quote('EUR/USD', '1.1', '1.1', 1);
  expect([feed.sourceOf(euro.id), ticks.length]).toEqual([undefined, 0]);
  kraken.quote('EUR/USD', '1.1');
  expect([feed.sourceOf(euro.id), ticks.length]).toEqual(['kraken', 1]);
  await feed.stop();
});
