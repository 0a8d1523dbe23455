import type { SourceName } from './source.ts';

/** The live sources, in the order in which lists of them are shown. */
export const SOURCE_NAMES: readonly SourceName[] = ['oanda', 'binance', 'kraken', 'coinbase', 'dxlink'];

/** The operator's settings of a source. An adapter has its venue's public endpoints as defaults. */
export interface SourceSettings {
  /** Replaces the endpoint of the stream: FAIRLOT_<SOURCE>_URL. */
  readonly url?: string | undefined;
  /** Replaces the endpoint of the past: FAIRLOT_<SOURCE>_REST_URL. */
  readonly restUrl?: string | undefined;
  /** Secret of the venue, for sources that need one. Never part of a state, a log line or an error. */
  readonly token?: string | undefined;
  /** Name of the account at the venue, for sources that need one. */
  readonly account?: string | undefined;
  /** OANDA: the environment whose endpoints are the defaults. */
  readonly environment?: 'practice' | 'live' | undefined;
}
