import { expect, it } from 'vitest';
import type { User } from '@fairlot/client';
import { replacedTokens, swapped, withLate, withSignedIn } from './two-sessions.ts';
import type { TwoSessions } from './two-sessions.ts';

const userOf = (uid: string, isDemo: boolean): User => ({
  id: Number(uid),
  uid,
  isDemo,
  email: '',
  mobile: '',
  inviteCode: '',
  available: '',
  frozen: '',
});
const real = { token: 'r', user: userOf('1', false) };
const demo = { token: 'd', user: userOf('2', true) };
const visitor: TwoSessions = { session: { token: null, user: null, demoId: 'device' }, kept: null };
const replaced = (before: TwoSessions, after: TwoSessions): string[] => [...replacedTokens(before, after)];

it('keeps one session of each kind, whichever was first, and the demo id through all of it', () => {
  expect(withSignedIn(visitor, real)).toEqual({ session: { ...real, demoId: 'device' }, kept: null });
  const both = withSignedIn(withSignedIn(visitor, { ...demo, demoId: 'newer' }), real);
  expect(both).toEqual({ session: { ...real, demoId: 'newer' }, kept: demo });
  expect(swapped(both)).toEqual({ session: { ...demo, demoId: 'newer' }, kept: real });
  expect(swapped(swapped(both))).toEqual(both);
});

it('replaces a session of the same kind, used or kept, and never keeps two of one kind', () => {
  const both = withSignedIn(withSignedIn(visitor, demo), real);
  const second = { token: 'r2', user: userOf('3', false) };
  const expected = { session: { ...second, demoId: 'device' }, kept: demo };
  expect(withSignedIn(both, second)).toEqual(expected);
  expect(withSignedIn(swapped(both), second)).toEqual(expected);
});

it('leaves the kept session when the other has ended, and changes to it without keeping the ended one', () => {
  const ended = { ...withSignedIn(withSignedIn(visitor, demo), real), session: visitor.session };
  expect(swapped(ended)).toEqual({ session: { ...demo, demoId: 'device' }, kept: null });
  expect(withSignedIn(ended, real)).toEqual({ session: { ...real, demoId: 'device' }, kept: demo });
  expect(swapped(visitor)).toEqual(visitor);
});

it('keeps a late session of the other kind, and none for a visitor, of the same kind, or in place of a kept one', () => {
  const signedIn = withSignedIn(visitor, real);
  expect(withLate(signedIn, { ...demo, demoId: 'late' })).toEqual({ ...signedIn, kept: demo });
  expect(withLate(visitor, real)).toEqual(visitor);
  expect(withLate(signedIn, { token: 'r2', user: userOf('3', false) })).toEqual(signedIn);
  const both = withSignedIn(withSignedIn(visitor, demo), real);
  expect(withLate(both, { token: 'd2', user: userOf('4', true) })).toEqual(both);
});

it('learns the demo id of a late demo account if the device knows none', () => {
  const unknown: TwoSessions = { session: { token: null, user: null, demoId: null }, kept: null };
  const late = { ...demo, demoId: 'late' };
  expect(withLate(unknown, late).session.demoId).toBe('late');
  expect(withLate(visitor, late).session.demoId).toBe('device');
  expect(withLate(unknown, real).session.demoId).toBeNull();
});

it('names the sessions that have no place any more, and none that changed places or had ended', () => {
  const both = withSignedIn(withSignedIn(visitor, demo), real);
  const second = { token: 'r2', user: userOf('3', false) };
  expect(replaced(both, swapped(both))).toEqual([]);
  expect(replaced(withSignedIn(visitor, demo), both)).toEqual([]);
  expect(replaced(visitor, withSignedIn(visitor, real))).toEqual([]);
  expect(replaced(both, withSignedIn(both, second))).toEqual(['r']);
  expect(replaced(swapped(both), withSignedIn(swapped(both), second))).toEqual(['r']);
  const ended = { ...swapped(both), session: visitor.session };
  expect(replaced(ended, withSignedIn(ended, second))).toEqual(['r']);
});
