import type { texts as english } from '../catalogues/en/client.ts';
import type { LanguageCode } from './languages.ts';

/** Texts of the trader's screens, in areas so that they are edited apart but load as one; no two areas share a first key. English has every key. */
export type ClientCatalogue = typeof english;

/** Languages with a catalogue. Each is a chunk of its own; a page loads its language and, for keys it lacks, English. */
const LOADERS: Readonly<Partial<Record<LanguageCode, () => Promise<{ readonly texts: object }>>>> = {
  en: () => import('../catalogues/en/client.ts'),
  hk: () => import('../catalogues/hk/client.ts'),
  de: () => import('../catalogues/de/client.ts'),
  ar: () => import('../catalogues/ar/client.ts'),
  th: () => import('../catalogues/th/client.ts'),
  hi: () => import('../catalogues/hi/client.ts'),
  fa: () => import('../catalogues/fa/client.ts'),
  id: () => import('../catalogues/id/client.ts'),
  my: () => import('../catalogues/my/client.ts'),
  fi: () => import('../catalogues/fi/client.ts'),
  et: () => import('../catalogues/et/client.ts'),
  cs: () => import('../catalogues/cs/client.ts'),
  ru: () => import('../catalogues/ru/client.ts'),
  tr: () => import('../catalogues/tr/client.ts'),
  fr: () => import('../catalogues/fr/client.ts'),
  kr: () => import('../catalogues/kr/client.ts'),
  spa: () => import('../catalogues/spa/client.ts'),
  vn: () => import('../catalogues/vn/client.ts'),
  pt: () => import('../catalogues/pt/client.ts'),
  jp: () => import('../catalogues/jp/client.ts'),
  it: () => import('../catalogues/it/client.ts'),
};

/** Languages whose catalogues hold every key, so that English need not be loaded beside them. */
export const COMPLETE_LANGUAGES: readonly LanguageCode[] = ['en', 'hk', 'de', 'ar', 'th', 'hi', 'fa', 'id', 'my', 'fi', 'et', 'cs', 'ru', 'tr'];

/** Loads the texts of a language; an empty catalogue where there is none yet. */
export async function loadClientCatalogue(code: LanguageCode): Promise<object> {
  return (await LOADERS[code]?.())?.texts ?? {};
}
