import { price } from '@fairlot/domain';
import type { Quote } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { heldKind } from './held-kind.ts';
import type { HeldKind } from './held-kind.ts';

const quote = (bid: string, ask: string): Quote => ({
  instrument: 1,
  seq: 1,
  time: 0,
  bid: price(bid),
  ask: price(ask),
});
const seen = quote('1.10040', '1.10050');
const fallen = quote('1.09970', '1.09980');
const none: HeldKind = { side: 'buy', target: undefined, kind: undefined };

it('classifies a target by the market at which it was chosen, and keeps that while the market moves', () => {
  const limit = heldKind(none, 'buy', price('1.1'), seen);
  expect(limit.kind).toBe('limit');
  expect(heldKind(limit, 'buy', price('1.1'), fallen)).toBe(limit);
  expect(heldKind(limit, 'buy', price('1.1'), undefined)).toBe(limit);
  expect(heldKind(none, 'sell', price('1.1'), seen).kind).toBe('stop');
});

it('classifies another target or side again', () => {
  const limit = heldKind(none, 'buy', price('1.1'), seen);
  expect(heldKind(limit, 'buy', price('1.09990'), fallen).kind).toBe('stop');
  expect(heldKind(limit, 'sell', price('1.1'), fallen).kind).toBe('limit');
  expect(heldKind(limit, 'buy', undefined, fallen).kind).toBeUndefined();
});

it('waits for the first quote, and takes a target at the market for a limit', () => {
  const waiting = heldKind(none, 'buy', price('1.1'), undefined);
  expect(waiting.kind).toBeUndefined();
  expect(heldKind(waiting, 'buy', price('1.1'), undefined)).toBe(waiting);
  expect(heldKind(waiting, 'buy', price('1.1'), seen).kind).toBe('limit');
  expect(heldKind(none, 'buy', price('1.10050'), seen).kind).toBe('limit');
  expect(heldKind(none, 'sell', price('1.10040'), seen).kind).toBe('limit');
  expect(heldKind(none, 'buy', undefined, seen)).toBe(none);
});
