import { HOUR_MS } from '@fairlot/domain';
import { averageRange } from './indicators.ts';
import { CLOSE, NOTHING } from './strategy.ts';
import type { Strategy } from './strategy.ts';

const CHANNEL = 60;
const STOP_RANGES = 3;
const TARGET_RANGES = 6;
const MOST_HOLDING_MS = 2 * HOUR_MS;

/**
 * Trades in the direction of a close beyond the previous hour's highest or lowest price. Holds for two hours at most.
 */
export const breakout: Strategy = {
  name: 'breakout',
  instruments: ['GBPUSD', 'BTCUSD', 'WTI'],
  looksBack: CHANNEL + 1,
  decide: (bars, held) => {
    const last = bars.at(-1);
    if (last === undefined) return NOTHING;
    if (held !== undefined) return last.time - held.openedAt > MOST_HOLDING_MS ? CLOSE : NOTHING;
    const channel = bars.slice(0, -1);
    const range = averageRange(channel);
    const levels = { stop: STOP_RANGES * range, target: TARGET_RANGES * range };
    if (last.close > Math.max(...channel.map(({ high }) => high))) return { do: 'open', direction: 'buy', ...levels };
    if (last.close < Math.min(...channel.map(({ low }) => low))) return { do: 'open', direction: 'sell', ...levels };
    return NOTHING;
  },
};
