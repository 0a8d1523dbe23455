import type { Chart } from 'klinecharts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChartView } from './kline-view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function viewWith(): { readonly view: ChartView; readonly scrolls: number[] } {
  const scrolls: number[] = [];
  return {
    view: new ChartView({ scrollToRealTime: (ms: number) => void scrolls.push(ms) } as unknown as Chart, {
      clientWidth: 390,
    }),
    scrolls,
  };
}

describe('toNow', () => {
  it('reports the end of scrolling once, however often it was called', () => {
    const { view, scrolls } = viewWith();
    const rested = vi.fn<() => void>();
    view.toNow(true, rested);
    vi.advanceTimersByTime(100);
    view.toNow(false, rested);
    vi.advanceTimersByTime(1_000);
    expect(scrolls).toEqual([200, 0]);
    expect(rested).toHaveBeenCalledTimes(1);
  });

  it('does not report after the chart is disposed of', () => {
    const { view } = viewWith();
    const rested = vi.fn<() => void>();
    view.toNow(true, rested);
    view.dispose();
    vi.advanceTimersByTime(1_000);
    expect(rested).not.toHaveBeenCalled();
  });
});
