import { describe, expect, it } from 'vitest';
import { type CopyReport, simulateCopying } from './index.ts';

const MET = [
  'crashes',
  'fees',
  'fees in part',
  'copies active',
  'copies paused',
  'copies ended',
  'closed: stop_out',
  'closed: stop_loss',
  'closed: take_profit',
  'closed: opposite',
  'open: done',
  'open: paused',
  'open: not_followed',
  'open: below_minimum',
  'open: over_allocation',
  'open: over_limit',
  'open: instrument_excluded',
  'open: leverage_unavailable',
  'open: price_moved',
  'open: insufficient_margin',
  'close: done',
  'close: below_minimum',
  'close: not_held',
  'close: not_followed',
  'close: already_closed',
  'stops: done',
  'stops: not_held',
  'stops: not_followed',
  'stops: already_closed',
  'stops: price_moved',
];
const SEEDS = [1, 2, 3, 4, 5, 6];

describe('copying through crashes, gaps and stop-outs', { timeout: 600_000 }, () => {
  const reports: CopyReport[] = [];

  it.each(SEEDS)('ends every deed in one order or one skip per copy (seed %i)', async (seed) => {
    reports.push(await simulateCopying({ seed, steps: 500, leaders: 4, copiers: 40 }));
  });

  it('has met every deed, skip and end', () => {
    const sums: Record<string, number> = {};
    for (const report of reports)
      for (const [name, count] of Object.entries(report)) sums[name] = (sums[name] ?? 0) + count;
    expect(Object.keys(sums)).toEqual(expect.arrayContaining(MET));
    expect(sums['crashes']).toBeGreaterThan(20);
  });
});
