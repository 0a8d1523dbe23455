import { staffCalls } from '@fairlot/contract';
import type { StaffCall } from '@fairlot/contract';
import { officeText } from '@fairlot/i18n';
import { expect, it } from 'vitest';
import { actionChoices, actionWords } from './action-words.ts';

const t = await officeText('en');
const PATHS = new Set(Object.values(staffCalls).map(({ path }: StaffCall) => path.replace('/office/api/', '')));

it('names actions by their screen and their button', () => {
  expect(actionWords(t, 'users/freeze')).toBe('Users · Freeze');
  expect(actionWords(t, 'networks/save')).toBe('Payment terms · Networks');
  expect(actionWords(t, 'users/something_new')).toBe('Users');
  expect(actionWords(t, 'something/new')).toBe('something/new');
});

it('offers actions that exist, each in words', () => {
  const choices = actionChoices(t);
  const unknown = choices.filter(({ value }) => value.includes('/') && !PATHS.has(value));
  expect(unknown).toEqual([]);
  expect(choices.filter(({ label }) => /[/{]|undefined/.test(label))).toEqual([]);
});

it('names at least the screen of every action that changes something', () => {
  const changing = Object.values(staffCalls as Readonly<Record<string, StaffCall>>)
    .filter(({ changesState }) => changesState)
    .map(({ path }) => path.replace('/office/api/', ''));
  expect(changing.filter((action) => actionWords(t, action) === action)).toEqual([]);
});
