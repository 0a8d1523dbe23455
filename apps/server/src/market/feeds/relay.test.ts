import { expect, it } from 'vitest';
import type { DoubtReason, ListedInstrument } from '../port.ts';
import { type RelaySink, RelayFeed } from './relay.ts';

const listed = (...ids: readonly number[]) => ids.map((id) => ({ id }) as ListedInstrument);

it('tells the doubt of an instrument again that was told before it was listed here', async () => {
  const connected: RelaySink[] = [];
  const heard: (readonly [number, DoubtReason | undefined])[] = [];
  const connect = (sink: RelaySink) => {
    connected.push(sink);
    return () => Promise.resolve();
  };
  const feed = new RelayFeed({ relay: { connect, status: () => undefined }, source: 'simulated', clock: () => 0 });
  await feed.start({
    tick: () => undefined,
    malformed: () => undefined,
    ended: () => undefined,
    doubt: (id, reason) => heard.push([id, reason]),
  });
  feed.relist(listed(1));
  for (const sink of connected) {
    sink.doubt(1, 'price');
    sink.doubt(2, undefined);
    sink.doubt(3, 'source');
  }
  heard.length = 0;
  feed.relist(listed(1, 2, 3));
  feed.relist(listed(1, 2, 3));
  expect(heard).toEqual([
    [2, undefined],
    [3, 'source'],
  ]);
});
