import { asPrice, lots, money, price, rate } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import type { AccountId, OrderId } from '@fairlot/engine';
import type { Database } from '../../../apps/server/src/db/database.ts';
import { Metrics } from '../../../apps/server/src/platform/metrics.ts';
import { startTradingHost } from '../../../apps/server/src/trading/host.ts';
import type { TradingHost, TradingShard } from '../../../apps/server/src/trading/port.ts';
import { TradingMetrics } from '../../../apps/server/src/trading/trading-metrics.ts';
import { nextKey } from '../next-key.ts';

export const ACCOUNTS = 10_000;
export const EURUSD: Instrument = {
  id: 1,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: rate('3'),
  swap: { mode: 'points', long: rate('-6.5'), short: rate('1.2'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 86_400_000,
};
export const log = { info: () => undefined, warn: console.warn, error: console.error };

/** Starts a host with rules, one instrument with a quote, and 10,000 demo accounts. */
export async function openHost(database: Database, slice?: number): Promise<TradingShard> {
  const host = await startHost(database, slice);
  await host.submit({
    type: 'setRules',
    rules: { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 1_000_000 },
  });
  await host.submit({ type: 'defineInstrument', instrument: EURUSD });
  giveQuote(host);
  for (let from = 1; from <= ACCOUNTS; from += 1000) {
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        host.submit({ type: 'openAccount', account: from + index, key: 'open', kind: 'demo' }),
      ),
    );
  }
  return host;
}

/** Starts a host that recovers its state from the database. */
export async function resumeHost(database: Database, slice?: number): Promise<TradingShard> {
  const host = await startHost(database, slice);
  giveQuote(host);
  return host;
}

let serial = 0;
const MIN_LOTS = lots('0.01');

/** An open position of a benchmark. */
export interface Placed {
  readonly account: AccountId;
  readonly order: OrderId;
}

/** Places a market order of 0.01 lots for the next account, with a new key. Resolves when it is durable, as its client is answered. */
export async function place(host: TradingHost, key = nextKey()): Promise<void> {
  await openPosition(host, key);
}

/** The same. Returns the position that it opened. */
export async function openPosition(host: TradingHost, key = nextKey()): Promise<Placed> {
  serial += 1;
  const account = 1 + ((serial * 7919) % ACCOUNTS);
  const outcome = await host.submit(
    {
      type: 'placeOrder',
      account,
      key,
      instrument: 1,
      side: 'buy',
      lots: MIN_LOTS,
      leverage: 100,
    },
    'committed',
  );
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason} ${JSON.stringify(outcome.detail)}`);
  if (outcome.order === undefined) throw new Error('an order was placed without a number');
  return { account, order: outcome.order };
}

/** Closes a position, with a new key. */
export async function closePosition(host: TradingHost, { account, order }: Placed): Promise<void> {
  const outcome = await host.submit({ type: 'closePosition', account, key: nextKey(), order }, 'committed');
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason} ${JSON.stringify(outcome.detail)}`);
}

/** Starts a host with its metrics, as the server does. */
async function startHost(database: Database, slice?: number): Promise<TradingShard> {
  const metrics = new TradingMetrics(new Metrics());
  const host = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: Date.now,
    log,
    holder: 'bench',
    slice,
    watch: metrics.watchOf(0),
    onFatal: fail,
  });
  metrics.follow(0, host);
  return host;
}

/** Opens the instrument's market with one quote. */
export function giveQuote(host: Pick<TradingHost, 'setOpen' | 'onQuote'>): void {
  host.setOpen(EURUSD.id, true);
  host.onQuote({
    instrument: EURUSD.id,
    seq: Date.now(),
    time: Date.now(),
    bid: asPrice(price('1.10000')),
    ask: asPrice(price('1.10010')),
  });
}

export function fail(error: Error): never {
  throw error;
}
