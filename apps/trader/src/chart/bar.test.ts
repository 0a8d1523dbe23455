import { MINUTE_MS } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { atPrice } from './bar.ts';

const BAR = { time: 10 * MINUTE_MS, open: 1.2, high: 1.4, low: 1.1, close: 1.3, volume: 7 };
const at = (time: number, price: number) => atPrice(BAR, { time, price }, MINUTE_MS);

it('ends the forming bar at the price that the page shows', () => {
  expect(at(10 * MINUTE_MS, 1.25)).toEqual({ ...BAR, close: 1.25 });
  expect(at(10.5 * MINUTE_MS, 1.5)).toEqual({ ...BAR, close: 1.5, high: 1.5 });
  expect(at(11 * MINUTE_MS - 1, 1)).toEqual({ ...BAR, close: 1, low: 1 });
});

it('leaves the bar as it is for a price of another time', () => {
  expect(at(10 * MINUTE_MS - 1, 9)).toBe(BAR);
  expect(at(11 * MINUTE_MS, 9)).toBe(BAR);
});
