import { KnownSymbols, knownSymbolsTransport } from '../connection/known-symbols.ts';
import type { Link, LinkEvents } from '../connection/link.ts';
import { RestClient } from '../connection/rest.ts';
import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import { webSocketTransport } from '../connection/web-socket.ts';
import type { LiveSource } from '../source.ts';
import { BinanceConversation, streamOf } from './conversation.ts';
import { binanceHistory, findKnown } from './rest.ts';

/** Settings of the source. Its prices are public. */
export interface BinanceOptions {
  /** Replaces the address of the WebSocket. */
  readonly url?: string | undefined;
  /** Replaces the address of the REST interface. */
  readonly restUrl?: string | undefined;
  /** Told once for each symbol whose prices are not in dollars, but in a coin that follows the dollar. */
  readonly stablecoin?: ((symbol: string, coin: string) => void) | undefined;
}

const STABLECOIN = /(USDT|USDC|FDUSD|TUSD|BUSD|DAI)$/i;

/** The coin in which a symbol is quoted, if it only follows the dollar. */
export function stablecoinOf(symbol: string): string | undefined {
  return STABLECOIN.exec(symbol)?.[1]?.toUpperCase();
}

/** The exchange's endpoints for market data alone, which know no accounts. */
const URL = 'wss://data-stream.binance.vision';
const REST_URL = 'https://data-api.binance.vision';

/** In any case: streams have small letters, look-ups capitals. */
const SYMBOL = /^[A-Za-z0-9]{1,30}$/;
/** The exchange allows 5 messages a second, pings among them. */
const PROBE_MS = 1_400;
const SILENCE_MS = 2_800;
const CONNECT_MS = 8_000;
/** Connections are cut after 24 hours. */
const LIFE_MS = 23.5 * 3_600_000;
/** Streams of one connection. */
const STREAM_LIMIT = 1_024;
const MAX_MESSAGE_BYTES = 65_536;
const LOOKUP_TIMEOUT_MS = 4_000;
const REST_TIMEOUT_MS = 15_000;
const REST_MAX_BYTES = 8 * 1024 * 1024;
/** A page of minutes weighs 2, a look-up 20, of 6000 a minute. */
const REST_SPACING_MS = 250;
const REST_ATTEMPTS = 4;

/** Prices of the Binance exchange: best bids and offers of spot pairs. */
export function binanceSource(options: BinanceOptions = {}, timers: Timers = machineTimers()): LiveSource {
  const now = (): number => timers.now();
  const url = withoutSlash(options.url ?? URL);
  const restUrl = withoutSlash(options.restUrl ?? REST_URL);
  const limits = { maxBytes: REST_MAX_BYTES, spacingMs: REST_SPACING_MS };
  // Connecting does not wait behind pages of history, and the supervision repeats it.
  const connecting = new RestClient({ ...limits, spacingMs: 0, timeoutMs: LOOKUP_TIMEOUT_MS, attempts: 1 }, timers);
  const history = new RestClient({ ...limits, timeoutMs: REST_TIMEOUT_MS, attempts: REST_ATTEMPTS }, timers);
  const known = new KnownSymbols(SYMBOL, findKnown(connecting, restUrl));
  const told = new Set<string>();
  const open = (symbols: readonly string[], events: LinkEvents): Link => {
    for (const symbol of symbols) {
      const coin = stablecoinOf(symbol);
      if (coin !== undefined && !told.has(symbol)) options.stablecoin?.(symbol, coin);
      told.add(symbol);
    }
    const streams = [...new Set(symbols.map(streamOf))].slice(0, STREAM_LIMIT).join('/');
    const address = `${url}/stream?streams=${streams}`;
    return webSocketTransport({ url: () => address, maxMessageBytes: MAX_MESSAGE_BYTES, now })(events);
  };
  return subscribedSource(
    {
      name: 'binance',
      stampsOnArrival: true,
      history: binanceHistory(history, restUrl, now),
      namesSymbolsInAddress: true,
      connection: (symbols, sink) => ({
        transport: knownSymbolsTransport(symbols, sink, known, open),
        converse: (link) => new BinanceConversation(link, symbols, sink, now),
        silenceMs: SILENCE_MS,
        connectMs: CONNECT_MS,
        probeMs: PROBE_MS,
        pingsProveLife: true,
        lifeMs: LIFE_MS,
      }),
    },
    timers,
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
