import { listOf, recordOf, textOf } from '../connection/json.ts';
import { KnownSymbols, knownSymbolsTransport, type FindKnown } from '../connection/known-symbols.ts';
import { lineStreamTransport } from '../connection/line-stream.ts';
import type { Link, LinkEvents } from '../connection/link.ts';
import { RestClient } from '../connection/rest.ts';
import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import type { LiveSource } from '../source.ts';
import { oandaHistory } from './history.ts';
import { oandaConversation } from './stream.ts';

/** Settings of the source. */
export interface OandaOptions {
  readonly token: string;
  readonly account: string;
  readonly environment: 'practice' | 'live';
  /** Replaces the address of the streams. */
  readonly url?: string | undefined;
  /** Replaces the address of the REST interface. */
  readonly restUrl?: string | undefined;
}

const STREAM_URLS = {
  practice: 'https://stream-fxpractice.oanda.com',
  live: 'https://stream-fxtrade.oanda.com',
} as const;
const REST_URLS = { practice: 'https://api-fxpractice.oanda.com', live: 'https://api-fxtrade.oanda.com' } as const;

const SYMBOL = /^\w+$/;
/** A heartbeat comes every 5 s. */
const SILENCE_MS = 10_000;
const CONNECT_MS = 10_000;
/** A line has up to a few kilobytes. */
const MAX_LINE_LENGTH = 65_536;
/** Ends before the connecting does, so that its refusal is told. */
const LOOKUP_TIMEOUT_MS = 5_000;
const REST_TIMEOUT_MS = 15_000;
const REST_MAX_BYTES = 4 * 1024 * 1024;
/** The source allows 2 new connections and 120 calls a second; the calls here are background work. */
const REST_SPACING_MS = 500;
const REST_ATTEMPTS = 4;

/** Prices of an OANDA account by the v20 interface. */
export function oandaSource(options: OandaOptions, timers: Timers = machineTimers()): LiveSource {
  const streamUrl = withoutSlash(options.url ?? STREAM_URLS[options.environment]);
  const restUrl = withoutSlash(options.restUrl ?? REST_URLS[options.environment]);
  const account = encodeURIComponent(options.account);
  const secrets = [options.token, options.account];
  const headers = { authorization: `Bearer ${options.token}`, 'accept-datetime-format': 'RFC3339' };
  const limits = { headers, secrets, maxBytes: REST_MAX_BYTES, spacingMs: REST_SPACING_MS };
  // Connecting does not wait behind pages of history, and the supervision repeats it.
  const connecting = new RestClient({ ...limits, timeoutMs: LOOKUP_TIMEOUT_MS, attempts: 1 }, timers);
  const history = new RestClient(
    { ...limits, timeoutMs: REST_TIMEOUT_MS, attempts: REST_ATTEMPTS, isPersistent: true },
    timers,
  );
  const known = new KnownSymbols(
    SYMBOL,
    accountInstruments(connecting, `${restUrl}/v3/accounts/${account}/instruments`),
  );
  const open = (symbols: readonly string[], events: LinkEvents): Link => {
    const query = new URLSearchParams({ instruments: symbols.join(','), snapshot: 'true' });
    const url = `${streamUrl}/v3/accounts/${account}/pricing/stream?${query.toString()}`;
    return lineStreamTransport({ url: () => url, headers, maxLineLength: MAX_LINE_LENGTH, timers })(events);
  };
  return subscribedSource(
    {
      name: 'oanda',
      stampsOnArrival: false,
      history: oandaHistory(history, restUrl),
      namesSymbolsInAddress: true,
      connection: (symbols, sink) => ({
        transport: knownSymbolsTransport(symbols, sink, known, open),
        converse: () => oandaConversation(symbols, sink),
        silenceMs: SILENCE_MS,
        connectMs: CONNECT_MS,
        secrets,
      }),
    },
    timers,
  );
}

/** The names of all instruments of the account: the stream refuses the whole request for one that is not among them. */
function accountInstruments(rest: RestClient, url: string): FindKnown {
  return async (_, signal) => {
    const answer = recordOf(await rest.get(url, signal));
    const names = listOf(answer?.['instruments']).map((entry) => textOf(recordOf(entry)?.['name']));
    return new Set(names.filter((name) => name !== undefined));
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
