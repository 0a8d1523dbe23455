import { type Quote, price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { REFERENCE_INSTRUMENTS } from '../../market/reference/instruments.ts';
import { UsualSpreads } from './usual-spreads.ts';

it('is the median of the samples, so that a moment of wide prices does not count', () => {
  const [instrument] = REFERENCE_INSTRUMENTS;
  if (instrument === undefined) throw new Error('there are no instruments');
  let ask: string | undefined;
  const quote = (): Quote | undefined =>
    ask === undefined
      ? undefined
      : { instrument: instrument.id, seq: 1, time: 0, bid: price('1.10000'), ask: price(ask) };
  const spreads = new UsualSpreads({ instruments: () => [instrument], instrument: () => instrument, quote });
  spreads.sample();
  expect(spreads.of(instrument.id)).toBeUndefined();
  const step = 10 ** -instrument.pricePrecision;
  for (const steps of [8, 8, 9, 400, 7]) {
    ask = (1.1 + steps * step).toFixed(instrument.pricePrecision);
    spreads.sample();
  }
  expect(spreads.of(instrument.id)).toBe(8);
});
