import { type Instrument, type Quote, asPrice, lots, money, price, rate } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { Database } from '../../src/db/database.ts';
import type { RoutedShard } from '../../src/trading/account-places.ts';
import type { HostOptions } from '../../src/trading/host-options.ts';
import { startTradingHost } from '../../src/trading/host.ts';
import type { TradingHost, TradingShard } from '../../src/trading/port.ts';
import { silentLog } from './silent-log.ts';

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
  leverages: [50, 100],
  feeRate: rate('3'),
  swap: { mode: 'points', long: rate('-6.5'), short: rate('1.2'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
export const RULES: TradingRules = {
  feeMode: 'perLot',
  stopOutPercent: 50,
  demoFunds: money('100000'),
  maxOrdersPerAccount: 200,
};
/** Friday noon, UTC. */
export const NOON = Date.UTC(2026, 10, 20, 12);

/** A trading host on a test's database, with a market that the test controls. */
export interface TestHost {
  readonly host: TradingShard;
  /** The market clock in epoch milliseconds; tests set it. */
  readonly clock: { time: number };
  /** Fatal errors, after which the host would end the process. */
  readonly fatal: Error[];
  quote(bid: string, ask: string): void;
}

/** Hosts as a router takes them: shard 1 of demo accounts, the others of real ones. */
export function routed(hosts: readonly TestHost[]): readonly RoutedShard[] {
  return hosts.map(({ host }, number) => ({ number, kind: number === 1 ? 'demo' : 'real', takesNew: true, host }));
}

let lastSeq = 0;

/** Starts a host, defines EURUSD and the rules if missing, and opens the market at 1.10000 / 1.10010. */
export async function startTestHost(database: Database, options: Partial<HostOptions> = {}): Promise<TestHost> {
  const clock = { time: NOON };
  const fatal: Error[] = [];
  const host = await startTradingHost({
    connection: database.connection,
    pool: database.pool,
    now: () => clock.time,
    log: silentLog,
    holder: 'test',
    onFatal: (error) => fatal.push(error),
    ...options,
  });
  await defineIfMissing(host);
  const quote = (bid: string, ask: string): void => {
    lastSeq += 1;
    host.onQuote(quoteOf(lastSeq, clock.time, bid, ask));
  };
  host.setOpen(EURUSD.id, true);
  quote('1.10000', '1.10010');
  return { host, clock, fatal, quote };
}

/**
 * Defines EURUSD and the rules, the rules last: who finds them finds the instrument. Throws when one is refused, as by a
 * host whose lease has ended meanwhile.
 */
export async function defineIfMissing(host: TradingHost): Promise<void> {
  if (host.rules !== undefined) return;
  for (const draft of [
    { type: 'defineInstrument', instrument: EURUSD },
    { type: 'setRules', rules: RULES },
  ] as const) {
    const outcome = await host.submit(draft);
    if (!outcome.ok) throw new Error(`${draft.type} was refused: ${outcome.reason}`);
  }
}

export function quoteOf(seq: number, time: number, bid: string, ask: string): Quote {
  return { instrument: EURUSD.id, seq, time, bid: asPrice(price(bid)), ask: asPrice(price(ask)) };
}

/** A market order to buy a tenth of a lot. */
export function buy(account: number, key: string) {
  return {
    type: 'placeOrder',
    account,
    key,
    instrument: EURUSD.id,
    side: 'buy',
    lots: lots('0.10'),
    leverage: 100,
  } as const;
}

export function openAccount(account: number) {
  return { type: 'openAccount', account, key: 'open', kind: 'demo' } as const;
}
