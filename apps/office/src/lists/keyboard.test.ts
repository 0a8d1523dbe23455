import { describe, expect, it } from 'vitest';
import { commandOf, moved, movedFrom, placeOf } from './keyboard.ts';

const press = (key: string, more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('a key on a list', () => {
  it('moves, opens, or starts an action by its letter', () => {
    expect(['j', 'k', 'Enter', 'Escape', '?'].map((key) => commandOf(press(key), 'page')?.kind)).toEqual([
      'next',
      'previous',
      'open',
      'close',
      'help',
    ]);
    expect(commandOf(press('a'), 'page')).toEqual({ kind: 'act', key: 'a' });
    expect(commandOf(press('F5'), 'page')).toBeUndefined();
  });

  it('is ignored with a modifier, inside a field, and for Enter on a control', () => {
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(commandOf(press('a', more), 'page')).toBeUndefined();
    for (const key of ['a', 'j', 'Enter', '?']) expect(commandOf(press(key), 'field')).toBeUndefined();
    expect(commandOf(press('Enter'), 'control')).toBeUndefined();
    expect(commandOf(press('j'), 'control')?.kind).toBe('next');
  });
});

describe('the marked row', () => {
  it('stays within the list, also when the list has become shorter', () => {
    expect(moved(-1, 3, 'next')).toBe(0);
    expect(moved(2, 3, 'next')).toBe(2);
    expect(moved(0, 3, 'previous')).toBe(0);
    expect(moved(-1, 3, 'previous')).toBe(0);
    expect(moved(1, 3, 'last')).toBe(2);
    expect(moved(7, 3, 'open')).toBe(2);
    expect(moved(0, 0, 'next')).toBe(-1);
  });

  it('stays on its record while others arrive before it', () => {
    const mark = { id: '4', index: 1 };
    expect(placeOf(mark, ['5', '4', '3'])).toBe(1);
    expect(placeOf(mark, ['6', '5', '4', '3'])).toBe(2);
    expect(movedFrom(mark, ['6', '5', '4', '3'], 'next')).toBe(3);
  });

  it('is on no record when its record has left the list, and goes on from that place', () => {
    const mark = { id: '4', index: 1 };
    expect(placeOf(mark, ['5', '3', '2'])).toBe(-1);
    expect(movedFrom(mark, ['5', '3', '2'], 'next')).toBe(1);
    expect(movedFrom(mark, ['5', '3', '2'], 'previous')).toBe(0);
    expect(movedFrom(mark, [], 'next')).toBe(-1);
    expect(movedFrom(null, ['5', '3'], 'next')).toBe(0);
  });
});
