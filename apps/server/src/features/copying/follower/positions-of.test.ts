import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TradingHost } from '../../../trading/port.ts';
import { positionsOf } from './positions-of.ts';

const LONG_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A shard without a holder. */
const AWAY: Pick<TradingHost, 'positions' | 'onJournalled' | 'onRollback'> = {
  positions: () => 'uncommitted',
  onJournalled: () => nothing,
  onRollback: () => nothing,
};

function nothing(): void {
  // There is no listener to remove.
}

it('answers that a shard without a holder does not tell the positions, and does not reject', async () => {
  const asked = positionsOf(AWAY, 1);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await asked).toBe('uncommitted');
});
