import {
  HEDGED_MARGINS,
  NO_SIDES,
  countedHolding,
  sidesWith,
  asMoney,
  asPrice,
  formatMoney,
  formatPrice,
  lots,
  money,
  pow10,
  price,
} from '@fairlot/domain';
import type { Applied, Event } from '@fairlot/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderDraft } from './order-draft.ts';
import { compareCosts } from './preview-costs.test-support.ts';
import { engineIn } from './preview-engine.test-support.ts';
import { previewOrder } from './preview-order.ts';
import {
  TIME,
  INSTRUMENTS,
  QUOTES,
  instrumentOf,
  quoteOf,
  LIVE,
  scene,
  previewMarket,
  optionalPrice,
  written,
} from './preview-scene.test-support.ts';
import type { Scene } from './preview-scene.test-support.ts';

const buying = (hundredths: number, leverage: number) =>
  ({ side: 'buy', lots: (hundredths / 100).toFixed(2), leverage }) as const;

describe('the ticket’s preview', () => {
  it('agrees with the engine: the same refusal, or the same price, margin and fee', () => {
    const outcomes = new Set<string>();
    const costs = new Set<string>();
    fc.assert(
      fc.property(scene, (of) => {
        const engine = engineIn(of);
        const market = previewMarket(of, engine.account(1)?.standing);
        const [shown, dealt] = [market.instrument, instrumentOf(of.id)];
        const preview = previewOrder(of.draft, market);
        const submission = engine.submit({
          type: 'placeOrder',
          time: TIME,
          account: 1,
          key: 'the-order',
          instrument: of.id,
          side: of.draft.side,
          lots: lots(of.draft.lots),
          leverage: of.draft.leverage ?? 0,
          target: optionalPrice(of.draft.target, dealt),
          kind: of.draft.kind,
          limitPrice: optionalPrice(of.draft.limitPrice, dealt),
          stopLoss: optionalPrice(of.draft.stopLoss, dealt),
          takeProfit: optionalPrice(of.draft.takeProfit, dealt),
        });
        if (submission.kind !== 'applied' && submission.kind !== 'refused') throw new Error('the key is new');
        const { outcome, events }: Pick<Applied, 'outcome' | 'events'> =
          submission.kind === 'applied' ? submission.rows[0] : { outcome: submission.outcome, events: [] };
        outcomes.add(outcome.ok ? `taken as ${preview.kind ?? ''}` : outcome.reason);
        expect(preview.reason).toBe(outcome.ok ? undefined : outcome.reason);
        if (!outcome.ok) {
          if (preview.nearest !== undefined) expect(outcome.detail?.['nearest']).toBe(written(preview.nearest, shown));
          if (preview.reason === 'stop_passed') expect(outcome.detail?.['market']).toBe(written(preview.market, shown));
          return;
        }
        const taken = events.find(
          (event): event is Extract<Event, { type: 'positionOpened' | 'orderPlaced' }> =>
            event.type === 'positionOpened' || event.type === 'orderPlaced',
        );
        const { margin, fee, kind } = preview;
        expect({ price: written(preview.price, shown), margin, fee, kind }).toEqual({
          price: written(taken?.type === 'positionOpened' ? taken.price : taken?.target, dealt),
          margin: taken?.margin,
          fee: taken?.fee,
          kind: taken?.kind,
        });
        if (taken?.type === 'positionOpened') compareCosts(engine, taken, preview, costs);
      }),
      { numRuns: 3_000, seed: 11 },
    );
    expect([...costs].sort()).toEqual(['closed', 'free of a markup', 'marked up', 'swap']);
    // A generator that never triggers a rule would prove nothing about it.
    expect([...outcomes].sort()).toEqual([
      'insufficient_margin',
      'leverage_not_configured',
      'leverage_not_listed',
      'lots_above_maximum',
      'lots_below_minimum',
      'lots_off_step',
      'market_closed',
      'market_data_missing',
      'market_data_stale',
      'price_in_doubt',
      'price_off_grid',
      'price_out_of_range',
      'stop_loss_wrong_side',
      'stop_passed',
      'take_profit_wrong_side',
      'taken as limit',
      'taken as market',
      'taken as stop',
    ]);
  });

  it('needs what the tiers of leverage and the hedged margin make of it beside the positions that are held', () => {
    const outcomes = new Set<string>();
    const drawn = fc.record({
      first: fc.integer({ min: 1, max: 250 }),
      hedged: fc.constantFrom(...HEDGED_MARGINS),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      second: fc.integer({ min: 1, max: 250 }),
      leverages: fc.tuple(fc.constantFrom(10, 100), fc.constantFrom(10, 100)),
      steps: fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 200_000 })),
    });
    fc.assert(
      fc.property(drawn, ({ first, second, hedged, side, leverages: [before, after], steps: [low, high] }) => {
        const tiers = [
          { from: money('0'), leverage: 200 },
          { from: money(String(low)), leverage: 70 },
          { from: money(String(low + high)), leverage: 30 },
        ];
        const of: Scene = {
          id: 1,
          quoted: true,
          own: LIVE,
          others: LIVE,
          feeMode: 'perLot',
          draft: { ...buying(second, after), side },
        };
        const engine = engineIn(of);
        const hedgedMargin = hedged;
        engine.submit({
          type: 'defineGroup',
          time: TIME,
          group: { id: 2, hedgedMargin, terms: [{ instrument: 1, tiers }] },
        });
        const place = (
          key: string,
          { lots: volume, ...rest }: { lots: string; leverage: number; side: 'buy' | 'sell' },
        ) =>
          engine.submit({
            type: 'placeOrder',
            time: TIME,
            account: 1,
            key,
            instrument: 1,
            lots: lots(volume),
            ...rest,
          });
        place('held', buying(first, before));
        const view = engine.account(1);
        const held = (view?.positions ?? []).reduce((sides, { order }) => sidesWith(sides, order), NO_SIDES);
        const market = {
          ...previewMarket(of, view?.standing),
          margins: { tiers: view?.tiers?.get(1) ?? [], hedged, held },
        };
        const preview = previewOrder(of.draft, market);
        const submission = place('more', { ...buying(second, after), side });
        if (submission.kind !== 'applied') throw new Error(submission.kind);
        const [{ outcome }] = submission.rows;
        expect(preview.reason).toBe(outcome.ok ? undefined : outcome.reason);
        const { margin, neededMargin = money('0'), fee = money('0') } = preview;
        if (outcome.ok) {
          const all = (engine.account(1)?.positions ?? []).map(({ order }) => order);
          const reached = countedHolding(hedged, all.reduce(sidesWith, NO_SIDES)).exposure;
          expect(preview.nextTier).toEqual(tiers.find(({ from }) => from > reached));
        }
        if (!outcome.ok) expect(outcome.detail?.['required']).toBe(formatMoney(asMoney(neededMargin + fee)));
        outcomes.add(
          `${outcome.ok ? 'taken' : outcome.reason}, ${neededMargin === margin ? 'its own' : neededMargin < (margin ?? 0n) ? 'less' : 'more'}`,
        );
      }),
      { numRuns: 300, seed: 5 },
    );
    expect([...outcomes].sort()).toEqual([
      'insufficient_margin, its own',
      'insufficient_margin, less',
      'insufficient_margin, more',
      'taken, its own',
      'taken, less',
      'taken, more',
    ]);
  });

  it('shows for a stop the result that the engine pays when it is hit', () => {
    // USDJPY is left out, because its conversion moves with the stop; the preview uses the current rate.
    const stopped = fc.record({
      id: fc.constantFrom(1, 2, 4),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      hundredths: fc.integer({ min: 1, max: 100 }),
      steps: fc.integer({ min: 30, max: 900 }),
    });
    fc.assert(
      fc.property(stopped, ({ id, side, hundredths, steps }) => {
        const [bid, ask] = QUOTES[id]!;
        const distance = BigInt(steps) * pow10(3);
        const level = formatPrice(side === 'buy' ? asPrice(price(bid) - distance) : asPrice(price(ask) + distance), {
          pricePrecision: 5,
        });
        const draft = { side, lots: (hundredths / 100).toFixed(2), leverage: 100, stopLoss: level };
        const of: Scene = { id, quoted: true, own: LIVE, others: LIVE, feeMode: 'perLot', draft };
        const engine = engineIn(of);
        const preview = previewOrder(draft, previewMarket(of, engine.account(1)?.standing));
        engine.submit({
          type: 'placeOrder',
          time: TIME,
          account: 1,
          key: 'the-order',
          instrument: id,
          side,
          lots: lots(draft.lots),
          leverage: 100,
          stopLoss: price(level),
        });
        const rows = engine.onQuote({ instrument: id, seq: 2, time: TIME, bid: price(level), ask: price(level) }, TIME);
        const closed = rows.flatMap(({ events }) => events).find((event) => event.type === 'positionClosed');
        expect(closed).toMatchObject({ price: price(level), profit: preview.stopLoss?.result });
      }),
      { numRuns: 300, seed: 12 },
    );
  });
});

describe('a typed draft', () => {
  const market = {
    instrument: { ...INSTRUMENTS[0]!, feeMode: 'perLot' },
    dealing: undefined,
    quote: quoteOf(1, TIME, instrumentOf(1)),
    conversionQuote: undefined,
    standing: undefined,
  } as const;
  const draft: OrderDraft = { side: 'buy', lots: '1', leverage: 100 };

  it.each([
    [{ lots: '' }, 'lots_invalid'],
    [{ lots: 'x' }, 'lots_invalid'],
    [{ lots: '0.00001' }, 'lots_invalid'],
    [{ target: '' }, 'price_required'],
    [{ target: 'x' }, 'price_invalid'],
    [{ target: '0' }, 'price_invalid'],
    [{ stopLoss: '' }, 'price_invalid'],
    [{ takeProfit: '1e3' }, 'price_invalid'],
    [{ stopLoss: '0' }, undefined],
    [{}, undefined],
  ])('%j gives %s', (typed, reason) => {
    expect(previewOrder({ ...draft, ...typed }, market).reason).toBe(reason);
  });

  it('may use all free margin, and not a millionth more', () => {
    const standing = {
      balance: money('1090.11'),
      reserved: money('0'),
      floatingProfit: money('0'),
      usedMargin: money('0'),
    };
    expect(previewOrder(draft, { ...market, standing })).toMatchObject({ reason: undefined, freeMarginAfter: 0n });
    const short = { ...standing, floatingProfit: money('-0.000001') };
    expect(previewOrder(draft, { ...market, standing: short }).reason).toBe('insufficient_margin');
  });

  it('is computed for a visitor too, without free margin', () => {
    expect(previewOrder(draft, market)).toMatchObject({
      reason: undefined,
      margin: money('1086.61'),
      fee: money('3.5'),
      freeMarginAfter: undefined,
    });
  });
});
