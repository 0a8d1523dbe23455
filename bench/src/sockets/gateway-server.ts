import { PERIODS, price } from '@fairlot/domain';
import type { Candle, Price, Quote } from '@fairlot/domain';
import { REFERENCE_INSTRUMENTS } from '../../../apps/server/src/db/reference/instruments.ts';
import type { MarketData } from '../../../apps/server/src/market/port.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { Metrics } from '../../../apps/server/src/platform/metrics.ts';
import { TokenBuckets } from '../../../apps/server/src/platform/token-bucket.ts';
import { Gateway } from '../../../apps/server/src/realtime/gateway.ts';
import type { TradingHost } from '../../../apps/server/src/trading/port.ts';
import { INSTRUMENTS, produce } from './load.ts';
import { listen } from './usage-server.ts';

/** Our own gateway, fed with quotes at the load's pace instead of a market. */
const [model] = REFERENCE_INSTRUMENTS;
if (model === undefined) throw new Error('no instruments');
const instruments = Array.from({ length: INSTRUMENTS }, (_, index) => ({ ...model, id: index + 1, code: `BENCH${index + 1}` }));
const quotes = new Map<number, Quote>();
const listeners = new Set<(quote: Quote) => void>();
const base = price('1.10000');
const never = (): (() => void) => () => undefined;

function day(id: number): { open: Price; high: Price; low: Price; close: Price; volume: number } | undefined {
  const quote = quotes.get(id);
  return quote && { open: base, high: quote.bid, low: base, close: quote.bid, volume: quote.seq };
}

const market: MarketData = {
  source: 'simulated', now: Date.now, instruments: () => instruments, categories: () => [], instrument: (id) => instruments[id - 1],
  quote: (id) => quotes.get(id), day, isOpen: () => true, nextSessionChange: () => undefined,
  candles: () => Promise.resolve([]),
  forming: () => Object.fromEntries(PERIODS.map((period) => [period, undefined])) as unknown as Record<(typeof PERIODS)[number], Candle>,
  onQuote: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  onSession: never, rejected: () => ({}), start: () => Promise.resolve(), stop: () => Promise.resolve(),
};
const trading: TradingHost = {
  submit: () => Promise.reject(new Error('nobody trades here')), onQuote: () => undefined, setOpen: () => undefined, account: () => undefined,
  rules: undefined, onCommitted: never, onForgotten: never, ready: true, stop: () => Promise.resolve(),
};

const nobody = { known: () => undefined, find: () => Promise.resolve(undefined), onEnded: never, endAll: () => Promise.resolve() };

let produced = 0;
let sockets = 0;
const http = await listen(() => produced);
http.on('upgrade', () => {
  sockets += 1;
});
new Gateway({
  market, trading, sessions: nobody, news: [], signIns: new TokenBuckets(0, 0, Date.now),
  socketsPerAddress: 0, isTrustedProxy: () => false, isReady: () => true, clock: Date.now, metrics: new Metrics(), log: createLog('warn'),
}).start(http);
produce((instrument, serial) => {
  const bid = (base + BigInt(serial % 1000) * 1000n) as Price;
  const quote = { instrument, seq: serial + 1, time: Date.now(), bid, ask: bid };
  quotes.set(instrument, quote);
  for (const listener of listeners) listener(quote);
  produced += sockets;
});
