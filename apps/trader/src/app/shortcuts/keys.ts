import { CHART_PERIODS } from '@fairlot/domain';
import type { ChartPeriod } from '@fairlot/domain';

/** Actions of single-key shortcuts. A period stands for its own digit key. */
export type Shortcut = 'pick' | 'buy' | 'sell' | 'fullScreen' | 'help' | ChartPeriod;

/**
 * The fields of a `KeyboardEvent` that decide the shortcut: the character written (`key`) and the physical key
 * (`code`).
 */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

const SIGNS: Readonly<Record<string, Shortcut>> = { '/': 'pick', '?': 'help' };
const LETTERS: Readonly<Record<string, Shortcut>> = { b: 'buy', s: 'sell', f: 'fullScreen' };

/**
 * Maps a key press to its shortcut, on any keyboard layout. Signs match by character. Letters match by character on
 * Latin layouts and by physical key on others. Digits match by either, because some layouts need Shift for them.
 */
export function shortcutOf({ key, code, shiftKey }: Stroke): Shortcut | undefined {
  const sign = SIGNS[key];
  if (sign !== undefined) return sign;
  const latin = /^[\u0020-\u024f]$/u.test(key);
  if (!latin && code === 'Slash') return shiftKey ? 'help' : 'pick';
  const digit = /^[1-9]$/.exec(key)?.[0] ?? (shiftKey ? undefined : /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]);
  if (digit !== undefined && key.length === 1) return CHART_PERIODS[Number(digit) - 1];
  if (shiftKey || key.length !== 1) return undefined;
  return LETTERS[latin ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()];
}
