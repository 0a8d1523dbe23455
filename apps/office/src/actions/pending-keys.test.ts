import { describe, expect, it } from 'vitest';
import { PendingKeys } from './pending-keys.ts';

describe('the key of a change', () => {
  it('stays the same until there is an answer, also after a reload, and differs between changes', () => {
    let stored: Readonly<Record<string, string>> = {};
    let made = 0;
    const newPage = (): PendingKeys =>
      new PendingKeys({ read: () => stored, write: (keys) => void (stored = keys) }, () => `key-${(made += 1)}`);
    const first = newPage();
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-1');
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '6' })).toBe('key-2');
    expect(newPage().keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-1');
    first.answered('officeAdjust', { user_id: 1, amount: '5' });
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-3');
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '6' })).toBe('key-2');
  });
});
