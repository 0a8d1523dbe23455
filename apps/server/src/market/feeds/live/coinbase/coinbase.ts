import { KnownSymbols, knownSymbolsTransport } from '../connection/known-symbols.ts';
import { RestClient } from '../connection/rest.ts';
import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import { webSocketTransport } from '../connection/web-socket.ts';
import type { LiveSource } from '../source.ts';
import { CoinbaseConversation } from './conversation.ts';
import { coinbaseHistory, findKnown } from './rest.ts';

/** Settings of the source. Its prices are public. */
export interface CoinbaseOptions {
  /** Replaces the address of the WebSocket. */
  readonly url?: string | undefined;
  /** Replaces the address of the REST interface. */
  readonly restUrl?: string | undefined;
}

const URL = 'wss://advanced-trade-ws.coinbase.com';
const REST_URL = 'https://api.coinbase.com';

const SYMBOL = /^[A-Za-z0-9-]+$/;
/** Heartbeats come every second. */
const SILENCE_MS = 2_000;
const CONNECT_MS = 8_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;
const LOOKUP_TIMEOUT_MS = 4_000;
const REST_TIMEOUT_MS = 15_000;
const REST_MAX_BYTES = 4 * 1024 * 1024;
/** Public calls are limited to 10 a second. */
const REST_SPACING_MS = 250;
const REST_ATTEMPTS = 4;

/** Prices of Coinbase Advanced Trade: best bid and offer with each trade. */
export function coinbaseSource(options: CoinbaseOptions = {}, timers: Timers = machineTimers()): LiveSource {
  const now = (): number => timers.now();
  const restUrl = (options.restUrl ?? REST_URL).replace(/\/+$/, '');
  const limits = { maxBytes: REST_MAX_BYTES, spacingMs: REST_SPACING_MS };
  // Connecting does not wait behind pages of history, and the supervision repeats it.
  const connecting = new RestClient({ ...limits, timeoutMs: LOOKUP_TIMEOUT_MS, attempts: 1 }, timers);
  const history = new RestClient({ ...limits, timeoutMs: REST_TIMEOUT_MS, attempts: REST_ATTEMPTS }, timers);
  const known = new KnownSymbols(SYMBOL, findKnown(connecting, restUrl));
  const transport = webSocketTransport({ url: () => options.url ?? URL, maxMessageBytes: MAX_MESSAGE_BYTES, now });
  return subscribedSource(
    {
      name: 'coinbase',
      stampsOnArrival: false,
      history: coinbaseHistory(history, restUrl, now),
      // A change of symbols takes a new connection, which looks them up first.
      namesSymbolsInAddress: true,
      connection: (symbols, sink) => {
        let found: readonly string[] = [];
        return {
          transport: knownSymbolsTransport(symbols, sink, known, (names, events) => {
            found = names;
            return transport(events);
          }),
          converse: (link) => new CoinbaseConversation(link, () => found, sink),
          silenceMs: SILENCE_MS,
          connectMs: CONNECT_MS,
        };
      },
    },
    timers,
  );
}
