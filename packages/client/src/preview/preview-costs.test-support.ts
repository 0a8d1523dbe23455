import { money } from '@fairlot/domain';
import type { Applied, PositionOpened, TradingEngine } from '@fairlot/engine';
import { expect } from 'vitest';
import type { OrderPreview } from './preview-types.ts';
import { TIME } from './preview-scene.test-support.ts';

/**
 * Compares the costs of an order with what the engine charges: for closing it at the quote of its opening, for the same
 * order without a markup, and for a night.
 */
export function compareCosts(
  engine: TradingEngine,
  taken: PositionOpened,
  preview: OrderPreview,
  seen: Set<string>,
): void {
  const { side, instrument, leverage, markup } = taken;
  const place = (account: number): Applied => {
    const again = { side, instrument, lots: taken.lots, leverage };
    const submission = engine.submit({ type: 'placeOrder', time: TIME, account, key: `again-${account}`, ...again });
    if (submission.kind !== 'applied') throw new Error(submission.kind);
    return submission.rows[0];
  };
  engine.submit({ type: 'closePosition', time: TIME, account: 1, key: 'the-close', order: taken.order });
  seen.add('closed');
  expect(money('10000') - (engine.account(1)?.cash ?? 0n)).toBe(preview.cost?.total);
  const { spread = 0n, markup: own = 0n, fee = 0n, total } = preview.cost ?? {};
  expect(spread + own + fee).toBe(total);

  engine.submit({ type: 'openAccount', time: TIME, account: 2, key: 'opening-2', kind: 'demo' });
  if (place(2).outcome.ok) {
    seen.add(markup === undefined ? 'free of a markup' : 'marked up');
    expect(engine.account(2)?.positions[0]?.profit).toBe(0n - spread);
  }

  const { outcome } = place(1);
  if (!outcome.ok) return;
  const [rolloverTime, weekday] = [TIME + 1, 1];
  engine.submit({ type: 'beginRollover', time: rolloverTime, rolloverTime, weekday });
  engine.submit({ type: 'chargeSwap', time: rolloverTime, account: 1, key: 'night', rolloverTime, weekday });
  seen.add('swap');
  expect(engine.order(outcome.order ?? 0)?.swap).toBe(preview.nightly);
}
