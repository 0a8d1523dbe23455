import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServicePart } from './installation.ts';
import { waitUntilBack } from './wait-until-back.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A part that is seen to work every 100 ms within some spans of time, in milliseconds since the failure. */
function part(name: string, failure: number, ...spans: readonly (readonly [number, number])[]): ServicePart {
  const moments = Array.from({ length: 1200 }, (_, at) => at * 100)
    .filter((at) => spans.some(([from, to]) => at >= from && at < to))
    .map((at) => failure + at);
  return {
    kind: 'quotes',
    name,
    worked: (since) => moments.filter((moment) => moment > since && moment <= performance.now()),
  };
}

/** Plays a wait to its end. */
async function play(parts: (failure: number) => readonly ServicePart[]): Promise<readonly number[] | string> {
  const failure = performance.now();
  const result = waitUntilBack(parts(failure), failure).then(
    (backs) => backs.map(({ ms }) => Math.round(ms)),
    (error: unknown) => String(error),
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return result;
}

it('does not take the last quotes of a market whose lease is about to end for its return', async () => {
  const backs = await play((failure) => [
    part('quotes at gateway-a', failure, [0, 6000], [40_000, 120_000]),
    part('quotes at gateway-b', failure, [0, 2500], [30_000, 120_000]),
  ]);
  expect(backs).toEqual([40_000, 30_000]);
});

it('names every part that is away at the end, also one that worked for a moment', async () => {
  const failed = await play((failure) => [
    part('orders', failure, [30_000, 120_000]),
    part('quotes at gateway-a', failure, [0, 6000]),
    part('quotes at gateway-b', failure),
  ]);
  expect(failed).toContain('quotes at gateway-a (last 52.');
  expect(failed).toContain('quotes at gateway-b (not since the failure)');
  expect(failed).not.toContain('orders');
});
