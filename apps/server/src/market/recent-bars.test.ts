import { type Candle, asPrice } from '@fairlot/domain';
import { expect, test } from 'vitest';
import { RECENT_LIMIT, RecentBars } from './recent-bars.ts';

function bar(time: number, close = 1): Candle {
  const side = { open: asPrice(1n), high: asPrice(1n), low: asPrice(1n), close: asPrice(BigInt(close)) };
  return { time, bid: side, ask: side, volume: 1 };
}

test('a chart is read once and then updated; bars completed during the read are not lost', async () => {
  const recent = new RecentBars();
  let reads = 0;
  let answer: ((bars: readonly Candle[]) => void) | undefined;
  const read = (): Promise<readonly Candle[]> => {
    reads += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const first = recent.get(1, '1min', read);
  recent.completed(1, '1min', bar(180, 9));
  recent.completed(2, '1min', bar(180, 5));
  // The read returns an older state of the bar at 180.
  answer?.([bar(60), bar(120), bar(180, 2)]);
  const handedOut = await first;
  expect(handedOut).toEqual([bar(60), bar(120), bar(180, 9)]);
  recent.completed(1, '1min', bar(240));
  expect(handedOut).toHaveLength(3);
  expect(await recent.get(1, '1min', read)).toEqual([bar(60), bar(120), bar(180, 9), bar(240)]);
  expect(reads).toBe(1);
});

test('at most one chart’s bars and a limited number of charts are cached', async () => {
  const recent = new RecentBars();
  await recent.get(1, '1min', () => Promise.resolve(Array.from({ length: RECENT_LIMIT }, (_, index) => bar(index))));
  recent.completed(1, '1min', bar(RECENT_LIMIT));
  expect(await recent.get(1, '1min', () => Promise.reject(new Error('not again')))).toHaveLength(RECENT_LIMIT);
  for (let id = 2; id < 200; id += 1) await recent.get(id, '1min', () => Promise.resolve([]));
  await expect(recent.get(1, '1min', () => Promise.reject(new Error('read again')))).rejects.toThrow('read again');
  expect(await recent.get(1, '1min', () => Promise.resolve([bar(7)]))).toEqual([bar(7)]);
});
