import { ZERO, asPrice, formatPrice, freeMargin, lots, plus, price, pricePoint } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { engineIn } from './preview-engine.test-support.ts';
import { previewOrder } from './preview-order.ts';
import { LIVE, QUOTES, TIME, instrumentOf, optionalPrice, previewMarket } from './preview-scene.test-support.ts';
import type { Scene } from './preview-scene.test-support.ts';

it('of a stop-limit order reserves for the dearer of its prices, and checks levels from both, as the engine does', () => {
  const outcomes = new Set<string>();
  const drawn = fc.record({
    id: fc.constantFrom(1, 2, 3, 4, 7),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    hundredths: fc.integer({ min: 1, max: 1_200 }),
    feeMode: fc.constantFrom('perLot' as const, 'ofMargin' as const),
    target: fc.integer({ min: 1, max: 400 }),
    limit: fc.integer({ min: -400, max: 400 }),
    stopLoss: fc.option(fc.integer({ min: -900, max: 300 }), { nil: undefined }),
    takeProfit: fc.option(fc.integer({ min: -300, max: 900 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(drawn, ({ id, side, hundredths, feeMode, ...steps }) => {
      const terms = instrumentOf(id);
      // A step is a hundredth of a per cent of the price in the direction of the order.
      const [bid = '', ask = ''] = QUOTES[id] ?? [];
      const now = price(side === 'buy' ? ask : bid, terms);
      const point = pricePoint(terms);
      const step = (now / 10_000n / point || 1n) * point * (side === 'buy' ? 1n : -1n);
      const at = (count: number | undefined): string | undefined =>
        count === undefined ? undefined : formatPrice(asPrice(now + BigInt(count) * step), terms);
      const draft = {
        side,
        lots: (hundredths / 100).toFixed(2),
        leverage: 100,
        kind: 'stop' as const,
        target: at(steps.target),
        limitPrice: at(steps.limit),
        stopLoss: at(steps.stopLoss),
        takeProfit: at(steps.takeProfit),
      };
      const of: Scene = { id, quoted: true, own: LIVE, others: LIVE, feeMode, draft };
      const engine = engineIn(of);
      const preview = previewOrder(draft, previewMarket(of, engine.account(1)?.standing));
      const submission = engine.submit({
        type: 'placeOrder',
        time: TIME,
        account: 1,
        key: 'the-order',
        instrument: id,
        side,
        lots: lots(draft.lots),
        leverage: 100,
        kind: 'stop',
        target: optionalPrice(draft.target, terms),
        limitPrice: optionalPrice(draft.limitPrice, terms),
        stopLoss: optionalPrice(draft.stopLoss, terms),
        takeProfit: optionalPrice(draft.takeProfit, terms),
      });
      if (submission.kind !== 'applied') throw new Error(submission.kind);
      const [{ outcome }] = submission.rows;
      expect(preview.reason).toBe(outcome.ok ? undefined : outcome.reason);
      outcomes.add(outcome.ok ? `taken, ${steps.limit > steps.target ? 'beyond' : 'before'}` : outcome.reason);
      if (!outcome.ok) return;
      const { margin = ZERO, fee = ZERO, freeMarginAfter } = preview;
      const after = engine.account(1);
      expect({ reserve: plus(margin, fee), free: freeMarginAfter }).toEqual({
        reserve: after?.orderReserve,
        free: after && freeMargin(after.standing),
      });
    }),
    { numRuns: 600, seed: 17 },
  );
  expect([...outcomes].sort()).toEqual([
    'insufficient_margin',
    'stop_loss_wrong_side',
    'take_profit_wrong_side',
    'taken, before',
    'taken, beyond',
  ]);
});
