import type { Server } from 'node:http';
import { CHART_PERIODS, type Candle, type Price, type Quote, money } from '@fairlot/domain';
import type { ListedInstrument, MarketData } from '../../../apps/server/src/market/port.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { Metrics } from '../../../apps/server/src/platform/metrics.ts';
import { Gateway } from '../../../apps/server/src/realtime/gateway.ts';
import type { Sessions } from '../../../apps/server/src/security/session.ts';
import { CurrentTerms } from '../../../apps/server/src/trading/current-terms.ts';
import type { TradingHost } from '../../../apps/server/src/trading/port.ts';

const unsubscribed = (): (() => void) => () => undefined;
const trading: TradingHost = {
  submit: () => Promise.reject(new Error('the benchmark has no trading')),
  onQuote: () => undefined,
  setOpen: () => undefined,
  setDoubt: () => undefined,
  account: () => undefined,
  positions: () => undefined,
  rules: { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 200 },
  restricted: undefined,
  groups: [],
  groupOf: () => undefined,
  exposure: () => undefined,
  written: () => Promise.resolve(),
  onJournalled: unsubscribed,
  onCommitted: unsubscribed,
  onRollback: unsubscribed,
  ready: true,
  stop: () => Promise.resolve(),
};
/** Each sign-in is another account's, because an account has few fast subscriptions. */
let accounts = 0;
const sessions: Sessions = {
  known: () => {
    accounts += 1;
    return { id: accounts, account: accounts, kind: 'real', expiresAt: Number.POSITIVE_INFINITY };
  },
  find: () => Promise.resolve(undefined),
  onEnded: unsubscribed,
  endAll: () => Promise.resolve(),
};

/** Starts our gateway on `http` with a stand-in for the market: `open` gives each day's opening price, the returned function feeds quotes. */
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
    sourceOf: () => 'simulated',
    isOpen: () => true,
    doubt: () => undefined,
    nextSessionChange: () => undefined,
    openSpans: () => [],
    candles: () => Promise.resolve([]),
    pastVersion: () => 0,
    forming: () =>
      Object.fromEntries(CHART_PERIODS.map((period) => [period, undefined])) as unknown as Record<
        (typeof CHART_PERIODS)[number],
        Candle
      >,
    onQuote: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSession: unsubscribed,
    onDoubt: unsubscribed,
    rejected: () => ({}),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  new Gateway({
    market,
    trading,
    terms: new CurrentTerms(market, trading, { list: [] }),
    sessions,
    marginCall: () => undefined,
    userTopics: [],
    visits: { take: () => true },
    origins: { isOwn: () => true },
    socketsPerAddress: 0,
    isTrustedProxy: () => false,
    isReady: () => true,
    answered: () => undefined,
    clock: Date.now,
    metrics: new Metrics(),
    log: createLog('warn'),
  }).start(http);
  return (quote) => {
    quotes.set(quote.instrument, quote);
    for (const listener of listeners) listener(quote);
  };
}
