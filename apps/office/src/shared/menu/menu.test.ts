import { STAFF_ROLES } from '@fairlot/contract';
import type { StaffRole } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { MENU, menuFor } from './menu.ts';

const pathsOf = (...roles: StaffRole[]): string[] =>
  menuFor(roles).flatMap(({ entries }) => entries.map(({ path }) => path));

describe('the navigation', () => {
  it('shows each role its screens and none that the server would refuse', () => {
    expect(pathsOf('dealer')).toEqual(
      expect.arrayContaining(['/', '/positions', '/orders', '/exposure', '/instruments']),
    );
    expect(pathsOf('dealer')).not.toEqual(expect.arrayContaining(['/users']));
    expect(pathsOf('support')).toContain('/support');
    expect(pathsOf('support')).not.toContain('/withdrawals');
    expect(pathsOf('finance')).toEqual(expect.arrayContaining(['/deposits', '/withdrawals']));
    expect(pathsOf('finance')).not.toContain('/staff');
  });

  it('combines the roles of a person without gaps or repetitions', () => {
    const both = pathsOf('support', 'finance');
    expect(new Set(both)).toEqual(new Set([...pathsOf('support'), ...pathsOf('finance')]));
    expect(both.length).toBe(new Set(both).size);
    expect(new Set(pathsOf(...STAFF_ROLES)).size).toBe(MENU.flatMap(({ entries }) => entries).length);
  });
});
