import { price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import {
  NO_CONDITIONS,
  amendedKind,
  conditionFields,
  conditionProblem,
  expiryDraft,
  expiryOf,
  limitText,
  localText,
} from './conditions.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const terms = { pricePrecision: 5 };
const at = (time: number) => ({ ...NO_CONDITIONS, expiry: { choice: 'time' as const, until: localText(time) } });

it('a time survives the browser’s field, to the minute', () => {
  const later = NOW + 90 * 60_000;
  expect(expiryOf(at(later).expiry)).toBe(later);
  expect(expiryOf(expiryDraft({ expiresAt: later }))).toBe(later);
  expect(expiryOf(expiryDraft({ expiresAt: undefined }))).toBeUndefined();
});

it('a time that is past, too far or no time blocks the order', () => {
  expect(conditionProblem(at(NOW + 60_000), terms, 'limit', NOW)).toBeUndefined();
  for (const bad of [NOW, NOW - 60_000, NOW + 367 * 86_400_000])
    expect(conditionProblem(at(bad), terms, 'limit', NOW)).toEqual({ key: 'expiry_invalid' });
  const empty = { ...NO_CONDITIONS, expiry: { choice: 'time' as const, until: '' } };
  expect(conditionProblem(empty, terms, 'limit', NOW)).toEqual({ key: 'expiry_invalid' });
});

it('a limit belongs to a stop only, and an empty price blocks the order', () => {
  const conditions = { ...NO_CONDITIONS, limit: '1.2', linked: '1.05' };
  expect(limitText(conditions, 'stop')).toBe('1.2');
  expect(limitText(conditions, 'limit')).toBeUndefined();
  expect(conditionFields(conditions)).toEqual({ expiry: undefined, linkedTarget: '1.05' });
  expect(conditionProblem({ ...conditions, linked: '' }, terms, 'stop', NOW)).toEqual({ key: 'price_invalid' });
});

it('the second order’s levels are sent with its price, and only those that are on', () => {
  const linkedLevels = { stopLoss: { on: true, text: '1.04' }, takeProfit: { on: false, text: '1.09' } };
  const conditions = { ...NO_CONDITIONS, linkedLevels };
  expect(conditionFields({ ...conditions, linked: '1.05' })).toEqual({
    expiry: undefined,
    linkedTarget: '1.05',
    linkedStopLoss: '1.04',
    linkedTakeProfit: undefined,
  });
  expect(conditionFields(conditions)).not.toHaveProperty('linkedStopLoss');
});

it('moving a stop-limit order as a stop keeps its limit', () => {
  const order = { kind: 'stop', limitPrice: price('1.2') } as const;
  expect(amendedKind(order, 'stop')).toBeUndefined();
  expect(amendedKind(order, 'limit')).toBe('limit');
  expect(amendedKind({ kind: 'stop', limitPrice: undefined }, 'stop')).toBe('stop');
});
