import {
  NO_SIDES,
  ZERO,
  asPrice,
  formatPrice,
  freeMargin,
  lots,
  minus,
  money,
  plus,
  price,
  pricePoint,
  sidesWith,
} from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineIn } from './preview-engine.test-support.ts';
import { marketAfter } from './preview-linked.ts';
import { previewOrder } from './preview-order.ts';
import { LIVE, QUOTES, TIME, instrumentOf, optionalPrice, previewMarket } from './preview-scene.test-support.ts';
import type { Scene } from './preview-scene.test-support.ts';

const TERMS = instrumentOf(1);
const TIERS = [
  { from: money('0'), leverage: 200 },
  { from: money('100000'), leverage: 70 },
  { from: money('200000'), leverage: 30 },
];

describe('the ticket’s preview', () => {
  it('reserves for the dearer price of a stop-limit order and checks levels from both, as the engine does', () => {
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
      { numRuns: 300, seed: 17 },
    );
    expect([...outcomes].sort()).toEqual([
      'insufficient_margin',
      'stop_loss_wrong_side',
      'take_profit_wrong_side',
      'taken, before',
      'taken, beyond',
    ]);
  });

  it('asks each order of a linked pair for what the tiers need, and takes what it reserves, as the engine does', () => {
    const outcomes = new Set<string>();
    const drawn = fc.record({
      held: fc.integer({ min: 1, max: 150 }),
      hundredths: fc.integer({ min: 1, max: 350 }),
      steps: fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 })),
      linked: fc.boolean(),
    });
    fc.assert(
      fc.property(drawn, ({ held: holding, hundredths, steps: [above, below], linked }) => {
        const point = pricePoint(TERMS);
        const at = (points: number): string => formatPrice(asPrice(price('1.08660') + BigInt(points) * point), TERMS);
        const draft = {
          side: 'buy',
          lots: (hundredths / 100).toFixed(2),
          leverage: 100,
          target: at(above + 1),
        } as const;
        const second = { ...draft, target: at(-below) };
        const of: Scene = { id: 1, quoted: true, own: LIVE, others: LIVE, feeMode: 'perLot', draft };
        const engine = engineIn(of);
        engine.submit({ type: 'defineGroup', time: TIME, group: { id: 2, terms: [{ instrument: 1, tiers: TIERS }] } });
        const order = {
          type: 'placeOrder',
          time: TIME,
          account: 1,
          instrument: 1,
          side: 'buy',
          leverage: 100,
        } as const;
        engine.submit({ ...order, key: 'held', lots: lots((holding / 100).toFixed(2)) });
        const view = engine.account(1);
        const held = (view?.positions ?? []).reduce((sides, { order: one }) => sidesWith(sides, one), NO_SIDES);
        const margins = { tiers: view?.tiers?.get(1) ?? [], hedged: 'both' as const, held };
        const market = { ...previewMarket(of, view?.standing), margins };
        const preview = previewOrder(draft, market);
        const leg = previewOrder(second, marketAfter(preview, market));
        const submission = engine.submit({
          ...order,
          key: 'more',
          lots: lots(draft.lots),
          target: price(draft.target),
          ...(linked && { oco: { side: 'buy', target: price(second.target) } }),
        });
        if (submission.kind !== 'applied') throw new Error(submission.kind);
        const [{ outcome }] = submission.rows;
        const lacking = preview.reason === undefined && linked ? leg : preview;
        expect(lacking.reason).toBe(outcome.ok ? undefined : outcome.reason);
        outcomes.add(
          `${linked ? 'pair' : 'one'}, ${outcome.ok ? 'taken' : lacking === leg ? 'second lacks' : 'first lacks'}`,
        );
        if (outcome.ok) {
          const after = engine.account(1);
          expect(lacking.freeMarginAfter).toBe(after && freeMargin(after.standing));
          if ((preview.neededMargin ?? 0n) > (preview.margin ?? 0n))
            outcomes.add('the tiers ask more than is reserved');
        } else {
          const { required, free } = outcome.detail ?? {};
          expect(lacking.shortfall).toBe(minus(money(required ?? ''), money(free ?? '')));
        }
      }),
      { numRuns: 150, seed: 29 },
    );
    expect([...outcomes].sort()).toEqual([
      'one, first lacks',
      'one, taken',
      'pair, first lacks',
      'pair, second lacks',
      'pair, taken',
      'the tiers ask more than is reserved',
    ]);
  });
});
