import { expect, it } from 'vitest';
import { PlaceCounter } from './place-counter.ts';

it('takes a place under every name or none, and gives each back once', () => {
  const places = new PlaceCounter();
  const first = places.take([
    ['a', 1],
    ['all', 2],
  ]);
  expect(
    places.take([
      ['b', 1],
      ['a', 1],
    ]),
  ).toBeUndefined();
  const second = places.take([
    ['b', 1],
    ['all', 2],
  ]);
  expect(places.take([['all', 2]])).toBeUndefined();
  first?.();
  first?.();
  expect(places.take([['all', 2]])).toBeDefined();
  expect(places.take([['all', 2]])).toBeUndefined();
  second?.();
  expect(places.held).toBe(1);
});
