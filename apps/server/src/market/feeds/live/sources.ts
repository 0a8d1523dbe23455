import { binanceSource } from './binance/binance.ts';
import { coinbaseSource } from './coinbase/coinbase.ts';
import { machineTimers } from './connection/timers.ts';
import { dxLinkSource } from './dxlink/dxlink.ts';
import { krakenSource } from './kraken/kraken.ts';
import { oandaSource } from './oanda/oanda.ts';
import type { SourceSettings } from './settings.ts';
import type { LiveSource, SourceName } from './source.ts';

/** Parts of the server that an adapter uses. */
export interface SourceDeps {
  /** Market time: a wall clock in epoch milliseconds that does not jump. Stamps quotes of sources that tell no time. */
  readonly clock: () => number;
  /** Rare events only; states are told to the sink. */
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** Makes a source. Nothing is connected before its start. */
export type SourceFactory = (settings: SourceSettings, deps: SourceDeps) => LiveSource;

/** The adapters. A source without one is refused in the configuration. */
export const SOURCE_FACTORIES: Readonly<Partial<Record<SourceName, SourceFactory>>> = {
  binance: ({ url, restUrl }, { clock, log }) => {
    const stablecoin = (symbol: string, coin: string): void =>
      log.info(`binance: ${symbol} is quoted in ${coin}, a coin that follows the dollar, and not in dollars`);
    return binanceSource({ url, restUrl, stablecoin }, machineTimers(clock));
  },
  coinbase: ({ url, restUrl }, { clock }) => coinbaseSource({ url, restUrl }, machineTimers(clock)),
  dxlink: ({ url, token }, { clock }) => dxLinkSource({ url, token }, machineTimers(clock)),
  kraken: ({ url, restUrl }, { clock }) => krakenSource({ url, restUrl }, machineTimers(clock)),
  oanda: ({ url, restUrl, token = '', account = '', environment = 'practice' }, { clock }) =>
    oandaSource({ url, restUrl, token, account, environment }, machineTimers(clock)),
};
