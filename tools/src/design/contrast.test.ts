import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, over, parseColour, tokensOf } from './contrast.ts';
import type { Colour } from './contrast.ts';

const CSS = readFileSync(join(import.meta.dirname, '../../../packages/ui/src/tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
const PRICES = ['green-up', 'red-up', 'blue-orange'] as const;
/** Minimum contrast by WCAG 2.2 AA: text (1.4.3); controls and their states (1.4.11). */
const TEXT = 4.5;
const CONTROL = 3;
/** Peak opacity of the colour while a price flashes. */
const FLASH_ALPHA = 0.14;

const BACKGROUNDS = ['canvas', 'surface', 'raised'];
const readable: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...BACKGROUNDS, 'sunken', 'thumb', 'notice-soft', 'critical-soft', 'brand-soft']],
  ['quiet', [...BACKGROUNDS, 'sunken', 'notice-soft', 'brand-soft']],
  ['faint', [...BACKGROUNDS, 'sunken']],
  ['brand', [...BACKGROUNDS, 'sunken', 'brand-soft']],
  ['notice', [...BACKGROUNDS, 'sunken', 'notice-soft']],
  ['critical', [...BACKGROUNDS, 'sunken', 'critical-soft']],
  ['up', [...BACKGROUNDS, 'sunken']],
  ['down', [...BACKGROUNDS, 'sunken']],
  ['on-fill', ['brand-fill', 'brand-press', 'up-fill', 'down-fill']],
];
const visible: readonly (readonly [string, readonly string[]])[] = [
  ['line-strong', [...BACKGROUNDS, 'sunken']],
  ['brand', [...BACKGROUNDS, 'sunken', 'brand-soft', 'notice-soft']],
  ['brand-fill', BACKGROUNDS],
  ['on-fill', ['line-strong']],
];

describe.each(THEMES)('the %s theme', (theme) => {
  describe.each(PRICES)('with %s', (prices) => {
    const tokens = tokensOf(CSS, theme, prices);
    const colour = (name: string): Colour => parseColour(tokens.get(name) ?? `no token ${name}`);
    const tooLow = (pairs: typeof readable, least: number): string[] =>
      pairs.flatMap(([front, backs]) =>
        backs
          .map((back) => ({ pair: `${front} on ${back}`, ratio: contrast(colour(front), colour(back)) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
      );

    it('has text with a contrast of at least 4.5 : 1 on every background that carries it', () => {
      expect(tooLow(readable, TEXT)).toEqual([]);
    });

    it('has borders, switches and focus rings with a contrast of at least 3 : 1', () => {
      expect(tooLow(visible, CONTROL)).toEqual([]);
    });

    it('keeps a price readable while it flashes', () => {
      const least = ['up', 'down'].flatMap((direction) =>
        BACKGROUNDS.map((background) =>
          contrast(colour('ink'), over({ ...colour(direction), alpha: FLASH_ALPHA }, colour(background))),
        ),
      );
      expect(Math.min(...least)).toBeGreaterThanOrEqual(TEXT);
    });
  });
});

it('computes the contrast ratios that WCAG gives for black, white and a known grey', () => {
  expect(contrast(parseColour('#000000'), parseColour('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrast(parseColour('#767676'), parseColour('#ffffff'))).toBeCloseTo(4.54, 2);
});
