import { PERIODS } from '@fairlot/domain';
import type { Period } from '@fairlot/domain';

/** What single keys do; periods by their number. */
export type Shortcut = 'pick' | 'buy' | 'sell' | 'fullScreen' | 'help' | Period;

/** A key as the browser tells it: what it writes, and where it lies. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

const SIGNS: Readonly<Record<string, Shortcut>> = { '/': 'pick', '?': 'help' };
const LETTERS: Readonly<Record<string, Shortcut>> = { b: 'buy', s: 'sell', f: 'fullScreen' };

/**
 * The shortcut of a stroke. Signs count wherever a layout has them. Letters count by what they write, and where a layout
 * writes no Latin letters by their place; digits by either, since some layouts have them with Shift alone.
 */
export function shortcutOf({ key, code, shiftKey }: Stroke): Shortcut | undefined {
  const sign = SIGNS[key];
  if (sign !== undefined) return sign;
  const latin = /^[\u0020-\u024f]$/u.test(key);
  if (!latin && code === 'Slash') return shiftKey ? 'help' : 'pick';
  const digit = /^[1-6]$/.exec(key)?.[0] ?? (shiftKey ? undefined : /^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1]);
  if (digit !== undefined && key.length === 1) return PERIODS[Number(digit) - 1];
  if (shiftKey || key.length !== 1) return undefined;
  return LETTERS[latin ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()];
}
