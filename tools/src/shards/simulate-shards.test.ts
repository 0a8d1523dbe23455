import { describe, expect, it } from 'vitest';
import { simulateShards } from './simulate-shards.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

describe('several shards through failures between any two steps', { timeout: 600_000 }, () => {
  const sums: Record<string, number> = {};

  it.each(SEEDS)('tell clients nothing untrue (seed %i)', async (seed) => {
    const { counts } = await simulateShards({ seed, clients: 12, commands: 30 });
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  });

  it('have met takeovers, repeats, gaps and every failure', () => {
    const met = Object.keys(sums).join('\n');
    for (const fault of ['kill', 'stop', 'cut', 'hold', 'session', 'handOver', 'crash']) expect(met).toContain(fault);
    for (const name of ['commands sent again without an answer', 'outcomes told again', 'rows read for a gap'])
      expect(sums[name]).toBeGreaterThan(100);
    // Four shards are taken at each start.
    expect(sums['takeovers']).toBeGreaterThan(8 * SEEDS.length);
  });

  it('are reproducible from their seed', async () => {
    const options = { seed: 9, clients: 8, commands: 10 };
    expect(await simulateShards(options)).toEqual(await simulateShards(options));
  });

  it('leave the timers as they were', async () => {
    const before = [setTimeout, setImmediate, clearInterval, Object.hasOwn(performance, 'now')];
    await simulateShards({ seed: 10, clients: 2, commands: 2 });
    expect([setTimeout, setImmediate, clearInterval, Object.hasOwn(performance, 'now')]).toEqual(before);
  });
});
