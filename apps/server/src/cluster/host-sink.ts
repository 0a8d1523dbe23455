import type { TradingHost } from '../trading/port.ts';
import type { MarketSink } from './market-publisher.ts';

/** Passes a followed market to a host, which deals on no price in doubt, whatever the reason. */
export function hostSink(host: Pick<TradingHost, 'onQuote' | 'setOpen' | 'setDoubt'>): MarketSink {
  return {
    onQuote: (quote) => host.onQuote(quote),
    setOpen: (instrument, open) => host.setOpen(instrument, open),
    setDoubt: (instrument, reason) => host.setDoubt(instrument, reason !== undefined),
  };
}
