import type { Dialect } from './dialect.ts';

/** Load of the socket benchmark: 50 instruments with 4 quotes per second each, evenly spread. */
export const INSTRUMENTS = 50;
export const QUOTES_PER_SECOND = 4;
/** Milliseconds between two frames of coalesced changes, as in the gateway. */
export const FRAME_MS = 80;

/** Sockets of the benchmark of the fast mode. */
export const FAST_SOCKETS = 100;

interface Entries {
  readonly data?: readonly { readonly Time: number }[];
}

/** Times of the quotes in an update of our protocol. */
export function quoteTimes(message: string): readonly number[] {
  return message.startsWith('{"type":"update"')
    ? ((JSON.parse(message) as Entries).data ?? []).map(({ Time }) => Time)
    : [];
}

/** Our protocol: all quotes, coalesced. */
export const OURS: Dialect = {
  path: '/v1/ws',
  hello: JSON.stringify({ type: 'subscribe', topic: 'DAY_MARKET' }),
  times: quoteTimes,
};

/** Calls `quote` for each quote when it is due. Returns a function that stops it. */
export function produce(quote: (instrument: number, serial: number) => void): () => void {
  const perMs = (INSTRUMENTS * QUOTES_PER_SECOND) / 1000;
  const begin = performance.now();
  let serial = 0;
  const timer = setInterval(() => {
    const due = (performance.now() - begin) * perMs;
    while (serial < due) {
      quote((serial % INSTRUMENTS) + 1, serial);
      serial += 1;
    }
  }, 5);
  return () => clearInterval(timer);
}

/** One quote in the format of our updates. */
export function entry(instrument: number, serial: number): Record<string, string | number> {
  const bid = (1.1 + (serial % 1000) / 100_000).toFixed(5);
  return {
    Id: instrument,
    Seq: serial,
    Time: Date.now(),
    Bid: bid,
    Ask: bid,
    Close: bid,
    Change: '0.1234',
    Volume: serial,
  };
}

/** Counters that a server under measurement reports about itself. */
export interface Usage {
  /** CPU time of the process since its start, in microseconds. */
  readonly cpuMicros: number;
  /** Updates of single instruments sent to sockets since the start. */
  readonly delivered: number;
  /** Memory of the process after a garbage collection, in bytes: the heap, what is allocated outside it, and all. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly residentBytes: number;
  /** Longest and 99th percentile pause of the event loop since the last request, in milliseconds. */
  readonly worstPauseMs: number;
  readonly p99PauseMs: number;
}

/** Lets the load of a server under measurement begin. */
export async function startLoad(port: number): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/start`)).text();
}

/** Asks a server under measurement for its counters. */
export async function usage(port: number): Promise<Usage> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Usage;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
