import { averageRange, deviation, mean } from './indicators.ts';
import { CLOSE, NOTHING } from './strategy.ts';
import type { Strategy } from './strategy.ts';

const FAR = 2;
const BACK = 0.25;
const STOP_RANGES = 5;

/** Trades against a price that is two standard deviations from the hour's mean, until it is back at the mean. */
export const meanReversion: Strategy = {
  name: 'mean_reversion',
  instruments: ['AUDUSD', 'USDJPY', 'XAGUSD'],
  looksBack: 60,
  decide: (bars, held) => {
    const closes = bars.map(({ close }) => close);
    const [last, middle, usual, range] = [closes.at(-1), mean(closes), deviation(closes), averageRange(bars)];
    if (last === undefined || usual === 0 || range === 0) return NOTHING;
    const away = (last - middle) / usual;
    if (held !== undefined) return (held.direction === 'buy' ? away > -BACK : away < BACK) ? CLOSE : NOTHING;
    if (Math.abs(away) < FAR) return NOTHING;
    return {
      do: 'open',
      direction: away > 0 ? 'sell' : 'buy',
      stop: STOP_RANGES * range,
      target: Math.abs(last - middle),
    };
  },
};
