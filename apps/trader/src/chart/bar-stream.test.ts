import { describe, expect, it } from 'vitest';
import type { Bar } from './bar.ts';
import { BarStream } from './bar-stream.ts';
import type { BarFeed, LoadState } from './chart-port.ts';

const MINUTE = 60_000;
const bar = (minute: number, close: number): Bar => ({
  time: minute * MINUTE,
  open: 1,
  high: 9,
  low: 0,
  close,
  volume: 1,
});

/** A stream over a server's recorded bars, which the test may change; `send` delivers the forming bar. */
function streamWith(recorded: Bar[]) {
  let listening: ((forming: Bar) => void) | undefined;
  let failing = false;
  const asked: (number | undefined)[] = [];
  const feed: BarFeed = {
    latest: (count) => {
      asked.push(count);
      return failing ? Promise.reject(new Error('down')) : Promise.resolve(recorded.slice(-(count ?? 1000)));
    },
    before: (time) =>
      failing
        ? Promise.reject(new Error('down'))
        : Promise.resolve(recorded.filter((one) => one.time <= time).slice(-2)),
    follow: (listener) => {
      listening = listener;
      return () => {
        listening = undefined;
      };
    },
  };
  const drawn: Bar[] = [];
  const states: LoadState[] = [];
  const stream = new BarStream(
    { key: 'x', period: '1min', pricePrecision: 2, feed },
    {
      replace: (bars) => void drawn.splice(0, drawn.length, ...bars),
      put: (one) => {
        if (drawn.at(-1)?.time === one.time) drawn.pop();
        drawn.push(one);
      },
      state: (state) => void states.push(state),
    },
  );
  return {
    stream,
    drawn,
    states,
    asked,
    recorded,
    send: (one: Bar) => listening?.(one),
    listens: () => listening !== undefined,
    fail: (value: boolean) => void (failing = value),
  };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

describe('BarStream', () => {
  it('extends the last bar without a call', async () => {
    const { stream, drawn, asked, send } = streamWith([bar(1, 1), bar(2, 2)]);
    await stream.open();
    send(bar(2, 5));
    expect(drawn).toEqual([bar(1, 1), bar(2, 5)]);
    expect(asked).toHaveLength(1);
  });

  it('draws the recorded end of a bar, not the last update received', async () => {
    const { stream, drawn, recorded, send } = streamWith([bar(1, 1), bar(2, 2)]);
    await stream.open();
    recorded.splice(1, 1, bar(2, 7), bar(3, 3));
    send(bar(3, 4));
    await settled();
    expect(drawn).toEqual([bar(1, 1), bar(2, 7), bar(3, 4)]);
  });

  it('fills a gap after the page was suspended', async () => {
    const { stream, drawn, recorded, send } = streamWith([bar(1, 1)]);
    await stream.open();
    recorded.push(bar(2, 2), bar(3, 3), bar(4, 4));
    send(bar(4, 5));
    await settled();
    expect(drawn.map((one) => one.time / MINUTE)).toEqual([1, 2, 3, 4]);
    expect(drawn.at(-1)?.close).toBe(5);
  });

  it('does not follow while paused, and fills the gap afterwards', async () => {
    const { stream, drawn, recorded, send, listens } = streamWith([bar(1, 1)]);
    await stream.open();
    stream.pause();
    expect(listens()).toBe(false);
    recorded.push(bar(2, 2), bar(3, 3));
    stream.resume();
    send(bar(3, 5));
    await settled();
    expect(drawn).toEqual([bar(1, 1), bar(2, 2), bar(3, 5)]);
  });

  it('starts over if the gap is larger than a page', async () => {
    const { stream, drawn, recorded, send } = streamWith([bar(1, 1)]);
    await stream.open();
    recorded.splice(0, 1, bar(5000, 2), bar(5001, 3));
    send(bar(5001, 4));
    await settled();
    expect(drawn).toEqual([bar(5000, 2), bar(5001, 4)]);
  });

  it('draws nothing if the missing bars cannot be loaded, rather than leaving a gap', async () => {
    const { stream, drawn, send, fail } = streamWith([bar(1, 1)]);
    await stream.open();
    fail(true);
    send(bar(4, 5));
    await settled();
    expect(drawn).toEqual([bar(1, 1)]);
  });

  it('is empty and failed if the first page cannot be loaded', async () => {
    const { stream, drawn, states, fail } = streamWith([bar(1, 1)]);
    fail(true);
    await stream.open();
    expect(drawn).toEqual([]);
    expect(states).toEqual(['loading', 'failed']);
  });

  it('drops bars of an older page that are drawn already, and allows a retry after a failure', async () => {
    const { stream, fail } = streamWith([bar(1, 1), bar(2, 2), bar(3, 3)]);
    await stream.open();
    expect(await stream.older(3 * MINUTE)).toEqual({ bars: [bar(2, 2)], more: true });
    expect(await stream.older(1 * MINUTE)).toEqual({ bars: [], more: false });
    fail(true);
    expect(await stream.older(3 * MINUTE)).toEqual({ bars: [], more: true });
  });

  it('reports nothing after it is closed', async () => {
    const { stream, drawn, send } = streamWith([bar(1, 1)]);
    await stream.open();
    stream.close();
    send(bar(1, 8));
    expect(drawn).toEqual([bar(1, 1)]);
  });
});
