import { DOLLAR, lots, price, rate } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  TRAILING_OFF,
  TRAILING_UNITS,
  inUnit,
  sentTrailing,
  trailingDistance,
  trailingProblem,
  typedTrailing,
} from './trailing.ts';

const terms: Instrument = {
  id: 1,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: rate('0'),
  swap: { mode: 'points', long: rate('0'), short: rate('0'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const sceneOf = (volume: string) => ({ terms, reference: price('1.10000'), lots: lots(volume), conversion: DOLLAR });
const scene = sceneOf('0.5');
/** With the smallest one a point is worth a tenth of a cent. */
const VOLUMES = fc.constantFrom('0.01', '0.5');

describe('a trailing distance', () => {
  it.each([
    ['price', '0.0011'],
    ['points', '110'],
    ['percent', '0.1'],
    // Half a lot is 50,000 euros, so that 0.00110 is worth 55 dollars.
    ['money', '55'],
  ] as const)('is the same price typed as %s', (unit, text) => {
    expect(typedTrailing(unit, text, scene)).toMatchObject({ on: true, unit, text, distance: '0.00110' });
  });

  it.each([
    ['price', '0.000001'],
    ['price', '1.1'],
    ['points', '0.5'],
    ['points', '0'],
    ['percent', '100'],
    ['money', '0.1'],
    ['money', 'far'],
    ['price', '-0.1'],
  ] as const)('is none for the %s %s, and blocks the order', (unit, text) => {
    const draft = typedTrailing(unit, text, scene);
    expect(sentTrailing(draft)).toBeUndefined();
    expect(trailingProblem(draft)).toEqual({ key: 'trailing_invalid', field: 'trailing' });
  });

  it('stays the same when the unit is switched, and when the shown text is read again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 109_999 }),
        fc.constantFrom(...TRAILING_UNITS),
        VOLUMES,
        (points, unit, volume) => {
          const sized = sceneOf(volume);
          const draft = typedTrailing('points', String(points), sized);
          const switched = inUnit(draft, unit, sized);
          expect(switched).toMatchObject({ unit, distance: draft.distance });
          const again = trailingDistance(unit, switched.text, sized);
          expect(again).toBe(trailingDistance('points', String(points), sized));
        },
      ),
    );
  });

  it('is off without a problem, and unknown before there is a price', () => {
    expect(trailingProblem(TRAILING_OFF)).toBeUndefined();
    expect(sentTrailing({ ...typedTrailing('points', '5', scene), on: false })).toBeUndefined();
    expect(trailingDistance('points', '5', { ...scene, reference: undefined })).toBeUndefined();
  });
});
