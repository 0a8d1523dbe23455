import { describe, expect, it, vi } from 'vitest';
import type { Bar } from './bar.ts';
import type { BarFeed } from './chart-port.ts';
import { ComparedBars } from './compared-bars.ts';

const bar = (time: number): Bar => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 });

/** A server with bars 0 to 99 in pages of ten. */
function feedWith(): { readonly feed: BarFeed; readonly fail: (value: boolean) => void; readonly pages: number[] } {
  const all = Array.from({ length: 100 }, (_, time) => bar(time));
  const pages: number[] = [];
  let failing = false;
  return {
    pages,
    fail: (value) => void (failing = value),
    feed: {
      latest: () => (failing ? Promise.reject(new Error('away')) : Promise.resolve(all.slice(-10))),
      before: (time) => {
        pages.push(time);
        return failing
          ? Promise.reject(new Error('away'))
          : Promise.resolve(all.filter((one) => one.time < time).slice(-10));
      },
      follow: () => () => undefined,
    },
  };
}

describe('ComparedBars', () => {
  it('reaches back as far as the candles, page by page, and tries again after a failure', async () => {
    const { feed, fail, pages } = feedWith();
    let first: number | undefined;
    const bars = new ComparedBars(
      { key: 'x', period: '1min', pricePrecision: 2, feed },
      () => first,
      () => undefined,
    );
    await vi.waitFor(() => expect(bars.state).toBe('ready'));
    expect(pages).toEqual([]);
    first = 75;
    await bars.reachBack();
    expect(pages).toEqual([90, 80]);
    expect(bars.bars.map(({ time }) => time)).toEqual(Array.from({ length: 30 }, (_, at) => 70 + at));
    first = 0;
    fail(true);
    await bars.reachBack();
    expect(pages).toEqual([90, 80, 70]);
    fail(false);
    await bars.reachBack();
    expect(bars.bars).toHaveLength(100);
    bars.close();
  });

  it('says that the first page failed', async () => {
    const { feed, fail } = feedWith();
    fail(true);
    const bars = new ComparedBars(
      { key: 'x', period: '1min', pricePrecision: 2, feed },
      () => 0,
      () => undefined,
    );
    await vi.waitFor(() => expect(bars.state).toBe('failed'));
    expect(bars.bars).toEqual([]);
  });
});
