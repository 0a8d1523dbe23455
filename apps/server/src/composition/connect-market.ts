import type { MarketAdmin, MarketData } from '../market/port.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { TradingHost } from '../trading/port.ts';
import type { MarketClock } from './market-clock.ts';

/**
 * Connects the market to trading: quotes trigger orders, sessions open and close instruments, and nothing is dealt on a
 * price in doubt.
 */
export function connectMarket(market: MarketData, trading: TradingHost, tracing?: Tracing): void {
  for (const { id } of market.instruments()) trading.setOpen(id, market.isOpen(id));
  for (const { id } of market.instruments()) if (market.doubt(id) !== undefined) trading.setDoubt(id, true);
  market.onSession((instrument, open) => trading.setOpen(instrument, open));
  market.onDoubt((instrument, reason) => trading.setDoubt(instrument, reason !== undefined));
  market.onQuote((quote) => {
    const span = tracing?.current?.child('triggers');
    trading.onQuote(quote);
    span?.end();
  });
}

/** Puts the prices of a market in doubt while its clock is, from now on. */
export function connectClock(market: Pick<MarketAdmin, 'doubtClock'>, clock: MarketClock): void {
  clock.onDoubt((inDoubt) => market.doubtClock(inDoubt));
  market.doubtClock(clock.offMs !== undefined);
}
