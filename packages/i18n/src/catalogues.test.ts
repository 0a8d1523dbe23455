import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, languageOf } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { flatten, placeholders } from './template.ts';

const ROOT = fileURLToPath(new URL('../catalogues/', import.meta.url));
const PLURAL = /_(zero|one|two|few|many|other)$/;

function read(code: LanguageCode, area: string): ReadonlyMap<string, string> {
  return flatten(JSON.parse(readFileSync(`${ROOT}${code}/${area}.json`, 'utf8')) as object);
}

const areas = readdirSync(`${ROOT}en`)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));
const pairs = areas.flatMap((area) => LANGUAGE_CODES.map((code) => ({ area, code })));

/** Key of a text without its plural category. */
const stem = (key: string): string => key.replace(PLURAL, '');

/** Placeholders of a text in any order. A plural form may spell out `count`: "one order", "two orders". */
function figures(key: string, text: string): string {
  return [...new Set(placeholders(text))]
    .filter((name) => !(PLURAL.test(key) && name === 'count'))
    .sort()
    .join(' ');
}

const figuresOf = (source: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...source].map(([key, text]) => [stem(key), figures(key, text)]));

describe.each(pairs)('$code/$area', ({ area, code }) => {
  const english = read('en', area);
  const texts = read(code, area);
  const plurals = new Set([...english.keys()].filter((key) => PLURAL.test(key)).map(stem));
  const categories = new Intl.PluralRules(languageOf(code).tag).resolvedOptions().pluralCategories;

  it('has the same keys as the English catalogue', () => {
    expect([...new Set([...texts.keys()].map(stem))].sort()).toEqual(
      [...new Set([...english.keys()].map(stem))].sort(),
    );
  });

  it('has exactly the plural forms of its language', () => {
    const given = [...texts.keys()].filter((key) => PLURAL.test(key)).sort();
    expect(given).toEqual([...plurals].flatMap((name) => categories.map((category) => `${name}_${category}`)).sort());
  });

  it('has the same placeholders in every text as English', () => {
    expect(figuresOf(texts)).toEqual(figuresOf(english));
  });

  it('writes percentages in the format of its language', () => {
    const [before = '', after = ''] = languageOf(code).percent.split('0');
    const found = [...texts.values()]
      .flatMap((text) => text.match(/%?(?:\{\{\w+\}\}|\d)(?:\s?%(?!\{))?/g) ?? [])
      .filter((figure) => figure.includes('%'));
    expect(found.filter((figure) => !figure.startsWith(`${before}{{`) || !figure.endsWith(`}}${after}`))).toEqual([]);
  });

  it('has no empty, untrimmed or unfinished text', () => {
    const bad = [...texts].filter(
      ([, text]) => text.trim() === '' || text !== text.trim() || /TODO|\{\{\s|\s\}\}|\{(?!\{)\w+\}(?!\})/.test(text),
    );
    expect(bad).toEqual([]);
  });
});

describe('the server’s area', () => {
  it.each(LANGUAGE_CODES)('has no plurals, because translate does not support them (%s)', (code) => {
    expect([...read(code, 'server').keys()].filter((key) => PLURAL.test(key))).toEqual([]);
  });
});

describe('the texts of the trader’s screens', () => {
  it.each(readdirSync(ROOT))('contain every area except those with a chunk of their own (%s)', async (code) => {
    const { texts } = (await import(`${ROOT}${code}/client.ts`)) as { readonly texts: object };
    const own = readdirSync(`${ROOT}${code}`).filter(
      (file) => file.endsWith('.json') && !['server.json', 'office.json', 'trade-notes.json'].includes(file),
    );
    const keys = own.flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(`${ROOT}${code}/${file}`, 'utf8')) as object),
    );
    expect(Object.keys(texts).sort()).toEqual(keys.sort());
  });
});
