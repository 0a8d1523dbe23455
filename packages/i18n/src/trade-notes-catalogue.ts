import type notes from '../catalogues/en/trade-notes.json';
import { languageOf } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { sayBy } from './say.ts';
import type { KeyOf, Say } from './say.ts';

/**
 * Looks up the texts of notes on trades: `t('tradeNotes.title')`. They are chunks of their own, and this module is apart
 * from the other texts, because the page needs them late and its start is at its limit of size.
 */
export type TradeNotesText = Say<KeyOf<typeof notes>>;

const LOADERS: Readonly<Record<LanguageCode, () => Promise<{ readonly default: object }>>> = {
  hk: () => import('../catalogues/hk/trade-notes.json'),
  en: () => import('../catalogues/en/trade-notes.json'),
  jp: () => import('../catalogues/jp/trade-notes.json'),
  kr: () => import('../catalogues/kr/trade-notes.json'),
  th: () => import('../catalogues/th/trade-notes.json'),
  vn: () => import('../catalogues/vn/trade-notes.json'),
  fr: () => import('../catalogues/fr/trade-notes.json'),
  de: () => import('../catalogues/de/trade-notes.json'),
  ru: () => import('../catalogues/ru/trade-notes.json'),
  spa: () => import('../catalogues/spa/trade-notes.json'),
  pt: () => import('../catalogues/pt/trade-notes.json'),
  ar: () => import('../catalogues/ar/trade-notes.json'),
  it: () => import('../catalogues/it/trade-notes.json'),
  tr: () => import('../catalogues/tr/trade-notes.json'),
  id: () => import('../catalogues/id/trade-notes.json'),
  my: () => import('../catalogues/my/trade-notes.json'),
  hi: () => import('../catalogues/hi/trade-notes.json'),
  cs: () => import('../catalogues/cs/trade-notes.json'),
  fa: () => import('../catalogues/fa/trade-notes.json'),
  fi: () => import('../catalogues/fi/trade-notes.json'),
  et: () => import('../catalogues/et/trade-notes.json'),
};

/** Loads the texts of notes on trades in a language. */
export async function tradeNotesText(code: LanguageCode): Promise<TradeNotesText> {
  return sayBy((await LOADERS[code]()).default, languageOf(code));
}
