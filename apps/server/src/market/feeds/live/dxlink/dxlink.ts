import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import { webSocketTransport } from '../connection/web-socket.ts';
import type { LiveSource } from '../source.ts';
import { DxLinkConversation } from './conversation.ts';

/** Settings of the source. */
export interface DxLinkOptions {
  /** Replaces the address of the WebSocket. */
  readonly url?: string | undefined;
  /** The token of the provider. The public demonstration needs none. */
  readonly token?: string | undefined;
}

/** The provider's public demonstration: delayed or limited prices, without a token. */
const DEMO_URL = 'wss://demo.dxfeed.com/dxlink-ws';

/** Keep-alives of the protocol are a minute apart, so pings of the transport are the heartbeat. */
const PROBE_MS = 1_400;
const SILENCE_MS = 2_800;
const CONNECT_MS = 5_000;
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Prices of a provider that speaks dxFeed's dxLink. It has no past here: its candles are a subscription of their own. */
export function dxLinkSource(options: DxLinkOptions = {}, timers: Timers = machineTimers()): LiveSource {
  const now = (): number => timers.now();
  const token = options.token ?? '';
  const transport = webSocketTransport({ url: () => options.url ?? DEMO_URL, maxMessageBytes: MAX_MESSAGE_BYTES, now });
  return subscribedSource(
    {
      name: 'dxlink',
      stampsOnArrival: false,
      namesSymbolsInAddress: false,
      connection: (symbols, sink) => ({
        transport,
        converse: (link) => new DxLinkConversation(link, symbols, sink, token, now),
        silenceMs: SILENCE_MS,
        connectMs: CONNECT_MS,
        probeMs: PROBE_MS,
        pingsProveLife: true,
        secrets: [token],
      }),
    },
    timers,
  );
}
