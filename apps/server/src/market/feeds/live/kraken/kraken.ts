import { RestClient } from '../connection/rest.ts';
import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import { webSocketTransport } from '../connection/web-socket.ts';
import type { LiveSource } from '../source.ts';
import { KrakenConversation } from './conversation.ts';
import { krakenHistory } from './history.ts';

/** Settings of the source. Its prices are public. */
export interface KrakenOptions {
  /** Replaces the address of the WebSocket. */
  readonly url?: string | undefined;
  /** Replaces the address of the REST interface. */
  readonly restUrl?: string | undefined;
}

const URL = 'wss://ws.kraken.com/v2';
const REST_URL = 'https://api.kraken.com';

/** A heartbeat comes about every second without other messages. */
const SILENCE_MS = 2_000;
const CONNECT_MS = 5_000;
/** Asks for a sign of life while no subscription holds, because heartbeats need one. */
const PROBE_MS = 900;
const MAX_MESSAGE_BYTES = 262_144;
const REST_TIMEOUT_MS = 15_000;
const REST_MAX_BYTES = 1024 * 1024;
/** Public calls are limited to about one a second. */
const REST_SPACING_MS = 1_100;
const REST_ATTEMPTS = 4;

/** Prices of the Kraken exchange by its WebSocket interface, version 2. */
export function krakenSource(options: KrakenOptions = {}, timers: Timers = machineTimers()): LiveSource {
  const now = (): number => timers.now();
  const rest = new RestClient(
    { timeoutMs: REST_TIMEOUT_MS, maxBytes: REST_MAX_BYTES, spacingMs: REST_SPACING_MS, attempts: REST_ATTEMPTS },
    timers,
  );
  const transport = webSocketTransport({
    url: () => options.url ?? URL,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    now,
  });
  return subscribedSource(
    {
      name: 'kraken',
      stampsOnArrival: false,
      history: krakenHistory(rest, (options.restUrl ?? REST_URL).replace(/\/+$/, '')),
      namesSymbolsInAddress: false,
      connection: (symbols, sink) => ({
        transport,
        converse: (link) => new KrakenConversation(link, symbols, sink, now),
        silenceMs: SILENCE_MS,
        connectMs: CONNECT_MS,
        probeMs: PROBE_MS,
      }),
    },
    timers,
  );
}
