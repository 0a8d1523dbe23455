import { wrongAnswer, type Fault } from '../connection/fault.ts';
import { lineStreamTransport } from '../connection/line-stream.ts';
import type { Link, LinkEvents, Transport } from '../connection/link.ts';
import { RestClient, RestError } from '../connection/rest.ts';
import { subscribedSource } from '../connection/subscribed-source.ts';
import { machineTimers, type Timers } from '../connection/timers.ts';
import type { LiveSource, SourceSink } from '../source.ts';
import { oandaHistory } from './history.ts';
import { KnownInstruments } from './known-instruments.ts';
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

/** A heartbeat comes every 5 s. */
const SILENCE_MS = 10_000;
const CONNECT_MS = 10_000;
/** A line has up to a few kilobytes. */
const MAX_LINE_LENGTH = 65_536;
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
  const limits = { headers, secrets, timeoutMs: REST_TIMEOUT_MS, maxBytes: REST_MAX_BYTES, spacingMs: REST_SPACING_MS };
  // Connecting does not wait behind pages of history, and the session repeats it.
  const connecting = new RestClient({ ...limits, attempts: 1 }, timers);
  const history = new RestClient({ ...limits, attempts: REST_ATTEMPTS, isPersistent: true }, timers);
  const known = new KnownInstruments(connecting, `${restUrl}/v3/accounts/${account}/instruments`);
  const open = (symbols: readonly string[], events: LinkEvents): Link => {
    const query = new URLSearchParams({ instruments: symbols.join(','), snapshot: 'true' });
    const url = `${streamUrl}/v3/accounts/${account}/pricing/stream?${query.toString()}`;
    return lineStreamTransport({ url: () => url, headers, maxLineLength: MAX_LINE_LENGTH, now: () => timers.now() })(
      events,
    );
  };
  return subscribedSource(
    {
      name: 'oanda',
      stampsOnArrival: false,
      history: oandaHistory(history, restUrl),
      namesSymbolsInAddress: true,
      session: (symbols, sink) => ({
        transport: knownOnly(symbols, sink, known, open),
        converse: () => oandaConversation(symbols, sink),
        silenceMs: SILENCE_MS,
        connectMs: CONNECT_MS,
        secrets,
      }),
    },
    timers,
  );
}

/** A transport that leaves out the symbols which the account does not have, and reports them. */
function knownOnly(
  symbols: () => ReadonlySet<string>,
  sink: SourceSink,
  known: KnownInstruments,
  open: (symbols: readonly string[], events: LinkEvents) => Link,
): Transport {
  return (events) => {
    const wanted = symbols();
    const closing = new AbortController();
    let stream: Link | undefined;
    // A request that is refused as wrong may name an instrument that the account no longer has.
    const ended = (fault: Fault): void => {
      if (fault.reason === 'wrong_answer') known.forget();
      events.ended(fault);
    };
    const connect = async (): Promise<void> => {
      const isKnown = await known.check(wanted, closing.signal);
      if (closing.signal.aborted) return;
      for (const symbol of wanted) if (!isKnown(symbol)) sink.unknownSymbol(symbol);
      const asked = [...wanted].filter(isKnown);
      if (asked.length === 0) events.ended(wrongAnswer('the account has none of the symbols'));
      else stream = open(asked, { ...events, ended });
    };
    connect().catch((error: unknown) => {
      if (closing.signal.aborted) return;
      if (!(error instanceof RestError)) throw error;
      events.ended(error.fault);
    });
    return {
      send: nothing,
      ping: nothing,
      close: () => {
        closing.abort();
        stream?.close();
      },
    };
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function nothing(): void {
  // A stream only delivers.
}
