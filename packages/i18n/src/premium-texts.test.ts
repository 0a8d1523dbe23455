import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { LanguageCode } from './languages.ts';
import { flatten } from './template.ts';

/** The stem of the word for the premium of a guaranteed stop. */
const WORDS: Readonly<Record<LanguageCode, string>> = {
  ar: 'علاو',
  cs: 'prémi',
  de: 'prämie',
  en: 'premium',
  et: 'preemia',
  fa: 'تضمین',
  fi: 'preemio',
  fr: 'prime',
  hi: 'प्रीमियम',
  hk: '保證費',
  id: 'premi',
  it: 'premi',
  jp: 'プレミアム',
  kr: '프리미엄',
  my: 'premium',
  pt: 'prêmio',
  ru: 'преми',
  spa: 'prima',
  th: 'ค่าพรีเมียม',
  tr: 'prim',
  vn: 'phí bảo đảm',
};

/** The label of a premium, and the texts that say which costs a net result contains. */
const TEXTS = {
  trading: ['orders.field.premiumPaid'],
  ranking: ['rank.formula.three_week_win', 'rank.formula.three_week_profit'],
  statement: ['statement.instrumentsNote', 'statement.print.foot'],
  'trade-notes': ['tradeNotes.netNote'],
};

it.each(Object.entries(WORDS))('the costs of a net result contain the premium (%s)', (code, word) => {
  const without = Object.entries(TEXTS).flatMap(([area, keys]) => {
    const file = fileURLToPath(new URL(`../catalogues/${code}/${area}.json`, import.meta.url));
    const texts = flatten(JSON.parse(readFileSync(file, 'utf8')) as object);
    return keys.filter((key) => texts.get(key)?.toLowerCase().includes(word) !== true);
  });
  expect(without).toEqual([]);
});
