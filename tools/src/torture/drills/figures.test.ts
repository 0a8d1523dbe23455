import { expect, it } from 'vitest';
import type { SentCommand } from '../client.ts';
import { acknowledged, backAfter, firstAfter, longestGap, longestPause, quantile, since, waits } from './figures.ts';

const command = (sentAt: number, doneAt: number | undefined, attempts = 1, refusal?: string): SentCommand => ({
  key: 'key',
  kind: 'place',
  order: undefined,
  refusal,
  attempts,
  sentAt,
  doneAt,
});

it('a quantile is one of the values', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.99)).toBe(4);
  expect(quantile([], 0.5)).toBeNaN();
});

it('commands since a moment are those without an outcome at it', () => {
  const commands = [command(0, 5), command(6, 10), command(11, 30), command(31, undefined)];
  for (const [moment, count] of [
    [0, 4],
    [10, 3],
    [11, 2],
    [40, 1],
  ] as const)
    expect(since(commands, moment)).toEqual(commands.slice(commands.length - count));
});

it('waits are those of outcomes within a time', () => {
  expect(waits([command(0, 5), command(1, 10), command(2, 20), command(3, undefined)], 5, 20)).toEqual([5, 9]);
});

it('an answer that was under way at a failure is not the first one after it', () => {
  expect(firstAfter([command(90, 101), command(95, 400, 3), command(300, 500)], 100)).toBe(400);
  expect(firstAfter([command(150, 200, 1, 'price_moved'), command(160, 300)], 100)).toBe(300);
  expect(firstAfter([command(90, 101)], 100)).toBeUndefined();
});

it('the longest gap has the beginning and the end of the time', () => {
  expect(longestGap([command(0, 20), command(0, 70)], 0, 100)).toBe(50);
  expect(longestGap([command(0, 50), command(0, 60)], 0, 100)).toBe(50);
  expect(longestGap([], 0, 100)).toBe(100);
});

it('a service is back at the end of its longest pause, also when a last answer slips through', () => {
  const refused = command(150, 160, 1, 'price_moved');
  const commands = [command(90, 95), command(401, 420), refused, command(150, 400, 3), command(101, 103)];
  expect(acknowledged(commands, 100)).toEqual([103, 400, 420]);
  expect(backAfter(acknowledged(commands, 100), 100)).toBe(400);
  expect(backAfter(acknowledged([command(90, 95), refused], 100), 100)).toBeUndefined();
});

it('a pause goes on to the end of the time', () => {
  expect(longestPause([20, 30], 0, 100)).toBe(70);
  expect(longestPause([], 10, 100)).toBe(90);
});
