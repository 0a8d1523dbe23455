import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands: one line a finding, none when all is well. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate<AxeResults, string[]>(
    (runOnly) => (globalThis as unknown as { axe: { run(scope: Document, options: object): Promise<AxeResults> } }).axe.run(document, { runOnly }),
    RULES,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`).join('; ')}`);
}
