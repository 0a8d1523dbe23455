import { type Call, calls, staffCalls } from '@fairlot/contract';
import { expect, it } from 'vitest';
import { WRITE_KINDS } from './write-kinds.ts';

const writes = Object.values<Call>(calls).filter(({ changesState }) => changesState);

it('every state-changing call of the contract has a kind, whose budget its network shares', () => {
  expect(writes.filter(({ path }) => !WRITE_KINDS.has(path)).map(({ path }) => path)).toEqual([]);
});

it('only state-changing calls have one', () => {
  const paths = new Set(writes.map(({ path }) => path));
  expect([...WRITE_KINDS.keys()].filter((path) => !paths.has(path))).toEqual([]);
});

it('visitors of the office change nothing but by signing in and by a link, which its own throttle limits', () => {
  const open = Object.values(staffCalls).filter(({ roles, changesState }) => roles === 'visitor' && changesState);
  expect(open.map(({ path }) => path).toSorted()).toEqual([
    '/office/api/staff/link',
    '/office/api/staff/set_up',
    '/office/api/staff/sign_in',
  ]);
});
