import type { Side } from '@fairlot/domain';
import { averageRange, exponentialMean } from './indicators.ts';
import { CLOSE, NOTHING } from './strategy.ts';
import type { Bar, Strategy } from './strategy.ts';

const FAST = 10;
const SLOW = 40;
const STOP_RANGES = 4;
const TARGET_RANGES = 10;

/** Trades in the direction in which the fast average has just crossed the slow one, until it crosses back. */
export const trend: Strategy = {
  name: 'trend',
  instruments: ['EURUSD', 'XAUUSD', 'US500'],
  looksBack: 120,
  decide: (bars, held) => {
    const now = directionOf(bars);
    if (held !== undefined) return now === undefined || now === held.direction ? NOTHING : CLOSE;
    const before = directionOf(bars.slice(0, -1));
    if (now === undefined || before === undefined || now === before) return NOTHING;
    const range = averageRange(bars);
    return { do: 'open', direction: now, stop: STOP_RANGES * range, target: TARGET_RANGES * range };
  },
};

function directionOf(bars: readonly Bar[]): Side | undefined {
  const closes = bars.map(({ close }) => close);
  const gap = exponentialMean(closes, FAST) - exponentialMean(closes, SLOW);
  return gap === 0 ? undefined : gap > 0 ? 'buy' : 'sell';
}
