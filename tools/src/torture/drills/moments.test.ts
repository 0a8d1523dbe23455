import { expect, it } from 'vitest';
import { Moments } from './moments.ts';

it('has the moments after a moment', () => {
  const moments = new Moments();
  for (const each of [1, 3, 5]) moments.note(each);
  expect(moments.since(0)).toEqual([1, 3, 5]);
  expect(moments.since(3)).toEqual([5]);
  expect(moments.since(5)).toEqual([]);
});

it('forgets the oldest ones, and never the newest', () => {
  const moments = new Moments();
  for (let each = 1; each <= 100_000; each += 1) moments.note(each);
  expect(moments.since(99_998)).toEqual([99_999, 100_000]);
  expect(moments.since(0).length).toBeLessThanOrEqual(10_000);
});
