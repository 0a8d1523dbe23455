import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { flatten } from './template.ts';

const ROOT = fileURLToPath(new URL('../catalogues/', import.meta.url));
const UNITS = '%|\\sUSD';

const textsOf = (code: string): string[] =>
  readdirSync(`${ROOT}${code}`)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => [...flatten(JSON.parse(readFileSync(`${ROOT}${code}/${file}`, 'utf8')) as object).values()]);

describe.each(LANGUAGES.filter(({ direction }) => direction === 'rtl'))('texts in $code', ({ code }) => {
  it('have a left-to-right mark before a figure with a unit', () => {
    // Without the mark the unit would move to the other side of the figure.
    const loose = new RegExp(`(?<![\\u200E\\d,.])(?:\\{\\{\\w+\\}\\}|\\d[\\d,.]*)(?:${UNITS})`);
    expect(textsOf(code).filter((text) => loose.test(text))).toEqual([]);
  });
});
