import type { Server } from 'node:http';
import { PERIODS } from '@fairlot/domain';
import type { Candle, Price, Quote } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../apps/server/src/market/port.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { Metrics } from '../../../apps/server/src/platform/metrics.ts';
import { TokenBuckets } from '../../../apps/server/src/platform/token-bucket.ts';
import { Gateway } from '../../../apps/server/src/realtime/gateway.ts';
import type { TradingHost } from '../../../apps/server/src/trading/port.ts';

const never = (): (() => void) => () => undefined;
const trading: TradingHost = {
  submit: () => Promise.reject(new Error('nobody trades here')),
  onQuote: () => undefined,
  setOpen: () => undefined,
  account: () => undefined,
  rules: undefined,
  onCommitted: never,
  onForgotten: never,
  ready: true,
  stop: () => Promise.resolve(),
};
const nobody = {
  known: () => undefined,
  find: () => Promise.resolve(undefined),
  onEnded: never,
  endAll: () => Promise.resolve(),
};

/** Our own gateway on a server, fed with quotes instead of by a market. Each day opened at `open`. Returns how to feed it. */
export function feedGateway(
  http: Server,
  instruments: readonly ListedInstrument[],
  open: (instrument: number) => Price,
): (quote: Quote) => void {
  const quotes = new Map<number, Quote>();
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const listeners = new Set<(quote: Quote) => void>();
  const day = (id: number): ReturnType<MarketData['day']> => {
    const quote = quotes.get(id);
    const base = open(id);
    return (
      quote && {
        open: base,
        high: quote.bid > base ? quote.bid : base,
        low: quote.bid < base ? quote.bid : base,
        close: quote.bid,
        volume: quote.seq,
      }
    );
  };
  const market: MarketData = {
    source: 'simulated',
    now: Date.now,
    instruments: () => instruments,
    categories: () => [],
    instrument: (id) => byId.get(id),
    quote: (id) => quotes.get(id),
    day,
    isOpen: () => true,
    nextSessionChange: () => undefined,
    candles: () => Promise.resolve([]),
    forming: () =>
      Object.fromEntries(PERIODS.map((period) => [period, undefined])) as unknown as Record<
        (typeof PERIODS)[number],
        Candle
      >,
    onQuote: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSession: never,
    rejected: () => ({}),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  new Gateway({
    market,
    trading,
    sessions: nobody,
    news: [],
    signIns: new TokenBuckets(0, 0, Date.now),
    socketsPerAddress: 0,
    isTrustedProxy: () => false,
    isReady: () => true,
    clock: Date.now,
    metrics: new Metrics(),
    log: createLog('warn'),
  }).start(http);
  return (quote) => {
    quotes.set(quote.instrument, quote);
    for (const listener of listeners) listener(quote);
  };
}
