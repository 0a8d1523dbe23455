import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, over, parseColour, tokensOf } from './contrast.ts';
import type { Colour } from './contrast.ts';

const CSS = readFileSync(join(import.meta.dirname, '../../../packages/ui/src/tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
const PRICES = ['green-up', 'red-up', 'blue-orange'] as const;
/** WCAG 2.2 AA: text (1.4.3), and what tells a control or its state (1.4.11). */
const TEXT = 4.5;
const CONTROL = 3;
/** How much of its colour the flash of a price has at its height. */
const TINT = 0.14;

const PAPERS = ['canvas', 'surface', 'raised'];
const readable: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...PAPERS, 'sunken', 'thumb', 'notice-soft', 'critical-soft', 'brand-soft']],
  ['quiet', [...PAPERS, 'sunken', 'notice-soft', 'brand-soft']],
  ['faint', [...PAPERS, 'sunken']],
  ['brand', [...PAPERS, 'sunken', 'brand-soft']],
  ['notice', [...PAPERS, 'sunken', 'notice-soft']],
  ['critical', [...PAPERS, 'sunken', 'critical-soft']],
  ['up', [...PAPERS, 'sunken']],
  ['down', [...PAPERS, 'sunken']],
  ['on-fill', ['brand-fill', 'brand-press', 'up-fill', 'down-fill']],
];
const visible: readonly (readonly [string, readonly string[]])[] = [
  ['line-strong', [...PAPERS, 'sunken']],
  ['brand', [...PAPERS, 'sunken', 'brand-soft', 'notice-soft']],
  ['brand-fill', PAPERS],
  ['on-fill', ['line-strong']],
];

describe.each(THEMES)('the %s theme', (theme) => {
  describe.each(PRICES)('with %s', (prices) => {
    const tokens = tokensOf(CSS, theme, prices);
    const colour = (name: string): Colour => parseColour(tokens.get(name) ?? `no token ${name}`);
    const poor = (pairs: typeof readable, least: number): string[] =>
      pairs.flatMap(([front, backs]) =>
        backs
          .map((back) => ({ pair: `${front} on ${back}`, ratio: contrast(colour(front), colour(back)) }))
          .filter(({ ratio }) => ratio < least)
          .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
      );

    it('has text of at least 4.5 : 1 on every paper that it is put on', () => {
      expect(poor(readable, TEXT)).toEqual([]);
    });

    it('has edges, switches and the ring of the focus of at least 3 : 1', () => {
      expect(poor(visible, CONTROL)).toEqual([]);
    });

    it('keeps a price readable while it flashes', () => {
      const least = ['up', 'down'].flatMap((way) =>
        PAPERS.map((paper) => contrast(colour('ink'), over({ ...colour(way), alpha: TINT }, colour(paper)))),
      );
      expect(Math.min(...least)).toBeGreaterThanOrEqual(TEXT);
    });
  });
});

it('computes what WCAG says of black, white and a known grey', () => {
  expect(contrast(parseColour('#000000'), parseColour('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrast(parseColour('#767676'), parseColour('#ffffff'))).toBeCloseTo(4.54, 2);
});
