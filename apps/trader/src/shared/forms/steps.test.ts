import { lots, price } from '@fairlot/domain';
import { describe, expect, it } from 'vitest';
import { lotPresets, priceStep, proposedDistance, stepLots, stepPrice } from './steps.ts';

const micro = { lotStep: lots('0.01'), minLots: lots('0.01'), maxLots: lots('50') };
const coarse = { lotStep: lots('0.5'), minLots: lots('1'), maxLots: lots('3') };
const fx = { pricePrecision: 5 };

describe('stepLots', () => {
  it('refuses a step to zero', () => {
    expect(stepLots('0.01', 'less', micro)).toBeUndefined();
    expect(stepLots('0.02', 'less', micro)).toBe('0.01');
  });
  it('stays within the bounds', () => {
    expect(stepLots('1', 'less', coarse)).toBeUndefined();
    expect(stepLots('3', 'more', coarse)).toBeUndefined();
    expect(stepLots('0.2', 'more', coarse)).toBe('1.00');
    expect(stepLots('99', 'less', coarse)).toBe('3.00');
  });
  it('snaps a value between two steps to the grid', () => {
    expect(stepLots('0.015', 'more', micro)).toBe('0.02');
    expect(stepLots('0.025', 'less', micro)).toBe('0.02');
  });
  it('starts from the minimum if the text is not a number', () => {
    expect(stepLots('', 'more', micro)).toBe('0.01');
    expect(stepLots('abc', 'less', coarse)).toBe('1.00');
  });
  it('offers only tradable volumes as presets', () => {
    expect(lotPresets(micro)).toEqual(['0.01', '0.1', '0.5', '1'].map(lots));
    expect(lotPresets(coarse)).toEqual([lots('1')]);
  });
});

describe('price steps', () => {
  it('are one pip on majors and a fitting power of ten elsewhere', () => {
    expect(priceStep(price('1.08512'), fx)).toBe(price('0.0001'));
    expect(priceStep(price('151.234'), { pricePrecision: 3 })).toBe(price('0.01'));
    expect(priceStep(price('2400.55'), { pricePrecision: 2 })).toBe(price('0.1'));
    expect(priceStep(price('64000.1'), { pricePrecision: 1 })).toBe(price('1'));
  });
  it('never reach zero, and start at the market price', () => {
    expect(stepPrice('0.00005', 'less', price('1.08512'), fx)).toBeUndefined();
    expect(stepPrice('', 'less', price('1.08512'), fx)).toBe('1.08512');
    expect(stepPrice('1.0850', 'more', price('1.08512'), fx)).toBe('1.08510');
  });
  it('fit prices of billions and prices far below one', () => {
    const [big, tiny] = [{ pricePrecision: 0 }, { pricePrecision: 12 }];
    expect(stepPrice('1600000000', 'more', price('1600000000', big), big)).toBe('1600100000');
    expect(stepPrice('999999999999', 'more', price('999999999999', big), big)).toBeUndefined();
    expect(stepPrice('0.000012345678', 'less', price('0.000012345678', tiny), tiny)).toBe('0.000012344678');
    const distance = proposedDistance(price('0.000012345678', tiny), price('0.000000000012', tiny), tiny);
    expect(distance).toBe(price('0.000000012', tiny));
  });
  it('give a proposed distance outside the spread and on the grid', () => {
    const distance = proposedDistance(price('1.08512'), price('0.00012'), fx);
    expect(distance).toBeGreaterThanOrEqual(price('0.0012'));
    expect(distance % price('0.00001')).toBe(0n);
  });
});
