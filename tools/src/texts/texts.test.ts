import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** The fixed beginning of a key that is made from data: `tab.${label}` uses all of tab.*. */
const MADE = /[`']([\w.]+)\.\$\{/g;

function sourcesUnder(folder: string): string {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(`${ROOT}${folder}/${file}`, 'utf8'))
    .join('\n');
}

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );
}

describe('the screens’ catalogues', () => {
  const source = sourcesUnder('apps/trader/src');
  const made = [...source.matchAll(MADE)].map(([, beginning = '']) => `${beginning}.`);

  it.each(['money', 'shell', 'trading'])('hold no text that no screen shows (%s)', (area) => {
    const catalogue = JSON.parse(readFileSync(`${ROOT}packages/i18n/catalogues/en/${area}.json`, 'utf8')) as object;
    const stems = [...new Set(keysOf(catalogue).map((key) => key.replace(PLURAL, '')))];
    expect(
      stems.filter((key) => !source.includes(key) && !made.some((beginning) => key.startsWith(beginning))),
    ).toEqual([]);
  });
});
