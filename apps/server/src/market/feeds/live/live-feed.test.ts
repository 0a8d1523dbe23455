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
