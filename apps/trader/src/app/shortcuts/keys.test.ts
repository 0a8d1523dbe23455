import { describe, expect, it } from 'vitest';
import { shortcutOf } from './keys.ts';

const stroke = (key: string, code: string, shiftKey = false) => shortcutOf({ key, code, shiftKey });

describe('shortcutOf', () => {
  it.each([
    ['on a US layout', 'b', 'KeyB', false, 'buy'],
    ['with the caps lock on', 'S', 'KeyS', false, 'sell'],
    ['in Cyrillic', 'и', 'KeyB', false, 'buy'],
    ['in Arabic', 'س', 'KeyS', false, 'sell'],
    ['a slash in German', '/', 'Digit7', true, 'pick'],
    ['a slash in Arabic', 'ظ', 'Slash', false, 'pick'],
    ['a question mark in Arabic', '؟', 'Slash', true, 'help'],
    ['a question mark in German', '?', 'Minus', true, 'help'],
    ['a digit', '4', 'Digit4', false, '30min'],
    ['a digit in French', '1', 'Digit1', true, '1min'],
    ['a digit’s key in French', '&', 'Digit1', false, '1min'],
    ['a Persian digit', '۶', 'Digit6', false, '4hour'],
    ['the last digit', '9', 'Digit9', false, '1mon'],
    ['on the number pad', '2', 'Numpad2', false, '5min'],
  ])('%s', (_name, key, code, shiftKey, shortcut) => {
    expect(stroke(key, code, shiftKey)).toBe(shortcut);
  });

  it.each([
    ['a capital on purpose', 'B', 'KeyB', true],
    ['another letter at that place', 'x', 'KeyB', false],
    ['a digit without a period', '0', 'Digit0', false],
    ['a shifted digit', '!', 'Digit1', true],
    ['Enter', 'Enter', 'Enter', false],
    ['a key of the pad that moves', 'End', 'Numpad1', false],
  ])('returns nothing for %s', (_name, key, code, shiftKey) => {
    expect(stroke(key, code, shiftKey)).toBeUndefined();
  });
});
