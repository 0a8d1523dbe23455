import { PERIODS, PERIOD_MS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** A bar in floating point. */
export interface FloatBar {
  time: number;
  bidOpen: number;
  bidHigh: number;
  bidLow: number;
  bidClose: number;
  askOpen: number;
  askHigh: number;
  askLow: number;
  askClose: number;
  volume: number;
}

/** The common approach: look up the bar of each period by its start time for every tick, and extend it. */
export class MapPerPeriod {
  readonly bars: Readonly<Record<Period, Map<number, FloatBar>>> = {
    '1min': new Map(),
    '5min': new Map(),
    '15min': new Map(),
    '30min': new Map(),
    '60min': new Map(),
    '1day': new Map(),
  };

  quote(at: number, bid: number, ask: number): void {
    for (const period of PERIODS) {
      const bars = this.bars[period];
      const time = at - (at % PERIOD_MS[period]);
      const bar = bars.get(time);
      if (bar === undefined) {
        bars.set(time, {
          time,
          bidOpen: bid,
          bidHigh: bid,
          bidLow: bid,
          bidClose: bid,
          askOpen: ask,
          askHigh: ask,
          askLow: ask,
          askClose: ask,
          volume: 1,
        });
        continue;
      }
      if (bid > bar.bidHigh) bar.bidHigh = bid;
      if (bid < bar.bidLow) bar.bidLow = bid;
      if (ask > bar.askHigh) bar.askHigh = ask;
      if (ask < bar.askLow) bar.askLow = ask;
      bar.bidClose = bid;
      bar.askClose = ask;
      bar.volume += 1;
    }
  }
}
