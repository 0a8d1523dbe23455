import { type SwapTerms, rate } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { AnnouncedSwaps } from './announced-swaps.ts';

const FROM = 1_700_000_000_000;
const swap: SwapTerms = { mode: 'points', long: rate('-3'), short: rate('1'), tripleWeekday: 3 };
const change = { id: 7, instrument: 1, swap, from: FROM };

it('calls a change off until its rollover, and not from that moment on', () => {
  const announced = new AnnouncedSwaps();
  announced.replace([change]);
  expect(announced.callOff(8, FROM - 1)).toBe(false);
  expect(announced.callOff(7, FROM)).toBe(false);
  expect(announced.list).toEqual([change]);
  expect(announced.callOff(7, FROM - 1)).toBe(true);
  expect(announced.list).toEqual([]);
});

it('has a new list only after a change, so that readers can compare it', () => {
  const announced = new AnnouncedSwaps();
  announced.replace([change]);
  const { list } = announced;
  announced.replace([{ ...change, swap: { ...swap } }]);
  expect(announced.list).toBe(list);
  announced.replace([{ ...change, swap: { ...swap, long: rate('-4') } }]);
  expect(announced.list).not.toBe(list);
});

it('tells others of a change that was called off only when that is stored, because they read what is stored', () => {
  const told: number[] = [];
  const announced = new AnnouncedSwaps({ changed: (list) => told.push(list.length) });
  announced.replace([change]);
  expect(announced.callOff(change.id, FROM - 1)).toBe(true);
  expect(told).toEqual([1]);
  announced.replace([]);
  announced.replace([]);
  expect(told).toEqual([1, 0]);
});
