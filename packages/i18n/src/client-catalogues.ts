import type { texts as english } from '../catalogues/en/client.ts';
import type { LanguageCode } from './languages.ts';

/** Texts of the trader's screens: one file per area for editing, one chunk for loading. Areas have different top-level keys. English defines the keys. */
export type ClientCatalogue = typeof english;

/** Each language is a separate chunk; a page loads one. */
const LOADERS: Readonly<Record<LanguageCode, () => Promise<{ readonly texts: object }>>> = {
  hk: () => import('../catalogues/hk/client.ts'),
  en: () => import('../catalogues/en/client.ts'),
  jp: () => import('../catalogues/jp/client.ts'),
  kr: () => import('../catalogues/kr/client.ts'),
  th: () => import('../catalogues/th/client.ts'),
  vn: () => import('../catalogues/vn/client.ts'),
  fr: () => import('../catalogues/fr/client.ts'),
  de: () => import('../catalogues/de/client.ts'),
  ru: () => import('../catalogues/ru/client.ts'),
  spa: () => import('../catalogues/spa/client.ts'),
  pt: () => import('../catalogues/pt/client.ts'),
  ar: () => import('../catalogues/ar/client.ts'),
  it: () => import('../catalogues/it/client.ts'),
  tr: () => import('../catalogues/tr/client.ts'),
  id: () => import('../catalogues/id/client.ts'),
  my: () => import('../catalogues/my/client.ts'),
  hi: () => import('../catalogues/hi/client.ts'),
  cs: () => import('../catalogues/cs/client.ts'),
  fa: () => import('../catalogues/fa/client.ts'),
  fi: () => import('../catalogues/fi/client.ts'),
  et: () => import('../catalogues/et/client.ts'),
};

/** Loads the texts of a language. */
export async function loadClientCatalogue(code: LanguageCode): Promise<object> {
  return (await LOADERS[code]()).texts;
}
