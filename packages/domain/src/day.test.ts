import { describe, expect, it } from 'vitest';
import { dayChange, dayStart } from './day.ts';
import { formatRate, price } from './units.ts';

describe('trading day', () => {
  it('begins at 00:00 UTC', () => {
    expect(dayStart(Date.UTC(2014, 4, 8, 23, 59, 59, 999))).toBe(Date.UTC(2014, 4, 8));
    expect(dayStart(Date.UTC(2014, 4, 9))).toBe(Date.UTC(2014, 4, 9));
  });

  it('has a signed change in per cent of the open', () => {
    expect(formatRate(dayChange(price('1.25'), price('1.2625')), 2)).toBe('1.00');
    expect(formatRate(dayChange(price('3'), price('2')), 4)).toBe('-33.3333');
  });
});
