import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { usedKeys } from './used-keys.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ENGLISH = `${ROOT}packages/i18n/catalogues/en/`;
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Texts that the build takes from the catalogues (`apps/trader/build/offers.ts`). */
const TAKEN_BY_BUILD = ['language.offer'];
/** Reading and typing a whole program takes a busy machine its time. */
const COMPILE_LIMIT_MS = 300_000;

const areas = readdirSync(ENGLISH)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .filter((area) => area !== 'server' && area !== 'office');

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );
}

describe('the catalogues of the trader’s screens', () => {
  let used: ReadonlySet<string>;
  beforeAll(() => {
    used = new Set([...usedKeys(`${ROOT}apps/trader/tsconfig.json`), ...TAKEN_BY_BUILD]);
  }, COMPILE_LIMIT_MS);

  it('are looked up by plain and by computed keys', () => {
    for (const key of ['common.retry', 'trade.side.buy', 'connection.offline', 'orders.tab.history'])
      expect(used).toContain(key);
  });

  it.each(areas)('contain only texts that a screen shows (%s)', (area) => {
    const catalogue = JSON.parse(readFileSync(`${ENGLISH}${area}.json`, 'utf8')) as object;
    const stems = new Set(keysOf(catalogue).map((key) => key.replace(PLURAL, '')));
    expect([...stems].filter((key) => !used.has(key))).toEqual([]);
  });
});
