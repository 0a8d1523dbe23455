import type office from '../catalogues/en/office.json';
import type { LanguageCode } from './languages.ts';

/** Texts of the back office. They are a namespace of their own, so that no trader loads them. */
export type OfficeCatalogue = typeof office;

/** Loads the texts of the back office in a language; an empty catalogue where there is none yet. */
export async function loadOfficeCatalogue(code: LanguageCode): Promise<object> {
  const load = LOADERS[code];
  return load === undefined ? {} : (await load()).default.office;
}

const LOADERS: Readonly<Partial<Record<LanguageCode, () => Promise<{ readonly default: { readonly office: object } }>>>> = {
  en: () => import('../catalogues/en/office.json'),
  hk: () => import('../catalogues/hk/office.json'),
  de: () => import('../catalogues/de/office.json'),
  ar: () => import('../catalogues/ar/office.json'),
  th: () => import('../catalogues/th/office.json'),
  hi: () => import('../catalogues/hi/office.json'),
  fa: () => import('../catalogues/fa/office.json'),
  id: () => import('../catalogues/id/office.json'),
  my: () => import('../catalogues/my/office.json'),
  ru: () => import('../catalogues/ru/office.json'),
  tr: () => import('../catalogues/tr/office.json'),
  cs: () => import('../catalogues/cs/office.json'),
  fi: () => import('../catalogues/fi/office.json'),
  et: () => import('../catalogues/et/office.json'),
  fr: () => import('../catalogues/fr/office.json'),
  kr: () => import('../catalogues/kr/office.json'),
  spa: () => import('../catalogues/spa/office.json'),
  vn: () => import('../catalogues/vn/office.json'),
  pt: () => import('../catalogues/pt/office.json'),
  jp: () => import('../catalogues/jp/office.json'),
  it: () => import('../catalogues/it/office.json'),
};
