import { decimalOf, listOf, readJson, recordOf, textOf, timeOf, type Json } from '../connection/json.ts';
import type { Conversation, Heard } from '../connection/link.ts';
import type { SourceSink } from '../source.ts';

/** Reads the lines of a pricing stream: a PRICE or a HEARTBEAT each. */
export function oandaConversation(symbols: () => ReadonlySet<string>, sink: SourceSink): Conversation {
  return { received: (line) => hear(recordOf(readJson(line)), symbols(), sink) };
}

function hear(
  message: Readonly<Record<string, Json>> | undefined,
  symbols: ReadonlySet<string>,
  sink: SourceSink,
): Heard {
  switch (textOf(message?.['type'])) {
    case undefined:
      return 'malformed';
    case 'HEARTBEAT':
      return 'alive';
    case 'PRICE':
      return hearPrice(message ?? {}, symbols, sink);
    default:
      return 'idle';
  }
}

/**
 * The best bid and ask become a quote. `closeoutBid` and `closeoutAsk` do not: they are for closing when the book has
 * no liquidity on a side, and nothing may be opened on them. A price that is not tradeable, or has an empty side, is no
 * quote either, so the last one grows stale.
 */
function hearPrice(message: Readonly<Record<string, Json>>, symbols: ReadonlySet<string>, sink: SourceSink): Heard {
  const symbol = textOf(message['instrument']);
  const time = timeOf(message['time']);
  if (symbol === undefined || time === undefined) return 'malformed';
  // `status` is deprecated in favour of `tradeable`; both are optional.
  if (message['tradeable'] === false || (message['status'] ?? 'tradeable') !== 'tradeable') return 'alive';
  const bids = listOf(message['bids']);
  const asks = listOf(message['asks']);
  if (bids.length === 0 || asks.length === 0) return 'alive';
  const bid = decimalOf(recordOf(bids[0])?.['price']);
  const ask = decimalOf(recordOf(asks[0])?.['price']);
  if (bid === undefined || ask === undefined) return 'malformed';
  if (symbols.has(symbol)) sink.tick({ symbol, time, bid, ask });
  return 'alive';
}
