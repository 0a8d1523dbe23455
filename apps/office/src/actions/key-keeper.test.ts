import { describe, expect, it } from 'vitest';
import { KeyKeeper } from './key-keeper.ts';

describe('the key of a change', () => {
  it('stays the same until there is an answer, also over a reload, and is another for another change', () => {
    let stored: Readonly<Record<string, string>> = {};
    let made = 0;
    const keeper = (): KeyKeeper =>
      new KeyKeeper({ read: () => stored, write: (keys) => void (stored = keys) }, () => `key-${(made += 1)}`);
    const first = keeper();
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-1');
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '6' })).toBe('key-2');
    expect(keeper().keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-1');
    first.answered('officeAdjust', { user_id: 1, amount: '5' });
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '5' })).toBe('key-3');
    expect(first.keyFor('officeAdjust', { user_id: 1, amount: '6' })).toBe('key-2');
  });
});
