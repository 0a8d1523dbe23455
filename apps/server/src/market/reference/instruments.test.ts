import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DOLLAR, LOTS_SCALE, isOnPriceGrid, lotsRefusal, margin, openingFee } from '@fairlot/domain';
import { isServerKey } from '@fairlot/i18n';
import { describe, expect, test } from 'vitest';
import { MODELS, SERIES } from '../feeds/simulation/models.ts';
import { REFERENCE_CATEGORIES, REFERENCE_INSTRUMENTS } from './instruments.ts';

describe('reference data', () => {
  test('numbers and codes are unique, with at least five categories and both margin modes', () => {
    expect(REFERENCE_INSTRUMENTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(REFERENCE_INSTRUMENTS.map(({ id }) => id)).size).toBe(REFERENCE_INSTRUMENTS.length);
    expect(new Set(REFERENCE_INSTRUMENTS.map(({ code }) => code)).size).toBe(REFERENCE_INSTRUMENTS.length);
    expect(new Set(REFERENCE_INSTRUMENTS.map(({ categoryId }) => categoryId))).toEqual(
      new Set(REFERENCE_CATEGORIES.map(({ id }) => id)),
    );
    expect(new Set(REFERENCE_INSTRUMENTS.map(({ marginMode }) => marginMode)).size).toBe(2);
  });

  test.each(REFERENCE_INSTRUMENTS)('$code can be valued, traded and charged', (instrument) => {
    const { conversion, quoteCurrency, leverages, minLots, maxLots } = instrument;
    const leg = REFERENCE_INSTRUMENTS.find(({ id }) => id === conversion?.instrument);
    // The leg is a dollar pair of the quote currency, in the right direction, and listed earlier.
    expect(leg === undefined ? 'USD' : conversion?.inverse === true ? leg.quoteCurrency : leg.baseCurrency).toBe(
      quoteCurrency,
    );
    if (leg !== undefined) expect(conversion?.inverse === true ? leg.baseCurrency : leg.quoteCurrency).toBe('USD');
    expect([...leverages].sort((a, b) => a - b)).toEqual(leverages);
    expect(leverages[0]).toBeGreaterThan(0);
    expect(lotsRefusal(instrument, minLots)).toBeUndefined();
    expect(lotsRefusal(instrument, maxLots)).toBeUndefined();
  });

  test.each(REFERENCE_INSTRUMENTS)('$code has a logo and a name', ({ code, logo }) => {
    expect(existsSync(join(import.meta.dirname, '../../../../trader/public', logo ?? ''))).toBe(true);
    expect(isServerKey(`instrument.${code}`)).toBe(true);
  });

  test.each(MODELS)('$code is simulated at a price that fits its terms', ({ code, base, quote, spreadSteps }) => {
    const instrument = REFERENCE_INSTRUMENTS.find((each) => each.code === code);
    expect(instrument).toBeDefined();
    if (instrument === undefined) return;
    const steps = Math.round((value(base) / value(quote)) * 10 ** instrument.pricePrecision);
    // The spread is between 1/100,000 and 1/200 of the price.
    expect(steps / spreadSteps).toBeGreaterThan(200);
    expect(steps / spreadSteps).toBeLessThan(100_000);
    // A fee per lot is a small part of a lot's value.
    const at = BigInt(steps) * 10n ** BigInt(8 - instrument.pricePrecision);
    expect(isOnPriceGrid(instrument, at as never)).toBe(true);
    const lot = (10n ** BigInt(LOTS_SCALE)) as never;
    const worth = Number(margin({ ...instrument, marginMode: 'leveraged' }, lot, at as never, 1, DOLLAR));
    const dollars = worth / (instrument.quoteCurrency === 'JPY' ? 155 : instrument.quoteCurrency === 'HKD' ? 7.8 : 1);
    expect(Number(openingFee('perLot', instrument, lot, 0n as never)) / dollars).toBeLessThan(0.001);
  });
});

/** The anchor of a currency, metal or index; 1 for the dollar and for null. */
function value(name: string | null): number {
  return SERIES.find((series) => series.name === name)?.anchor ?? 1;
}
