import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** The only rule that a change of colours can break. */
const COLOURS: RunOptions = { ...RULES, runOnly: { type: 'rule', values: ['color-contrast'] } };

/**
 * Returns the findings of axe on the current page, one line each. With `colours` it runs the contrast rule only. Waits
 * for running transitions first, because a layer that fades in has intermediate colours.
 */
export async function accessibilityFindings(page: Page, colours = false): Promise<string[]> {
  await page.evaluate(animationsEnded);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return await page.evaluate(violationsOf, colours ? COLOURS : RULES);
}

/** Runs in the page. Returns lines instead of the results, because these contain every rule and are slow to copy. */
async function violationsOf(options: RunOptions): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: { run(scope: Document, how: RunOptions): Promise<AxeResults> } };
  const { violations } = await axe.run(document, options);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`).join('; ')}`,
  );
}

/** Runs in the page. Resolves when all finite animations have ended. */
async function animationsEnded(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
