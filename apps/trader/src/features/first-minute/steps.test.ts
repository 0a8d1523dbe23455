import { expect, it } from 'vitest';
import { stepsFrom } from './steps.ts';

it('tells what is done from the account, and nothing before all of it is known', () => {
  expect(stepsFrom(false, undefined, true)).toBeUndefined();
  expect(stepsFrom(false, { money: true, traded: false }, undefined)).toBeUndefined();
  expect(stepsFrom(false, { money: false, traded: false }, false)).toEqual({ identity: false, deposit: false });
  expect(stepsFrom(false, { money: true, traded: false }, true)).toEqual({ identity: true, deposit: true });
});

it('is over with the first position, open or closed, whatever else is missing', () => {
  expect(stepsFrom(true, undefined, undefined)).toBe('over');
  expect(stepsFrom(false, { money: false, traded: true }, undefined)).toBe('over');
});
