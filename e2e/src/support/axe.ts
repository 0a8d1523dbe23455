import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a change of colours alone can break. */
const COLOURS = { type: 'rule', values: ['color-contrast'] };

/**
 * What axe finds on the page as it stands: one line a finding, none when all is well. `colours`: in its colours alone.
 * A layer that is still fading in has the colours of nothing, so what moves once is let come to rest.
 */
export async function accessibilityFindings(page: Page, colours = false): Promise<string[]> {
  await page.evaluate(comeToRest);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  const { violations } = await page.evaluate<AxeResults, object>(
    (options) =>
      (globalThis as unknown as { axe: { run(scope: Document, options: object): Promise<AxeResults> } }).axe.run(
        document,
        options,
      ),
    { runOnly: colours ? COLOURS : RULES, resultTypes: ['violations'] },
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`).join('; ')}`,
  );
}

/** Runs in the page: resolves when nothing that ends is under way any more. */
async function comeToRest(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
