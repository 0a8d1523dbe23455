import type office from '../catalogues/en/office.json';
import type { LanguageCode } from './languages.ts';

/** Texts of the back office. A separate chunk, so that traders never load them. */
export type OfficeCatalogue = typeof office;

const LOADERS: Readonly<Record<LanguageCode, () => Promise<{ readonly default: { readonly office: object } }>>> = {
  hk: () => import('../catalogues/hk/office.json'),
  en: () => import('../catalogues/en/office.json'),
  jp: () => import('../catalogues/jp/office.json'),
  kr: () => import('../catalogues/kr/office.json'),
  th: () => import('../catalogues/th/office.json'),
  vn: () => import('../catalogues/vn/office.json'),
  fr: () => import('../catalogues/fr/office.json'),
  de: () => import('../catalogues/de/office.json'),
  ru: () => import('../catalogues/ru/office.json'),
  spa: () => import('../catalogues/spa/office.json'),
  pt: () => import('../catalogues/pt/office.json'),
  ar: () => import('../catalogues/ar/office.json'),
  it: () => import('../catalogues/it/office.json'),
  tr: () => import('../catalogues/tr/office.json'),
  id: () => import('../catalogues/id/office.json'),
  my: () => import('../catalogues/my/office.json'),
  hi: () => import('../catalogues/hi/office.json'),
  cs: () => import('../catalogues/cs/office.json'),
  fa: () => import('../catalogues/fa/office.json'),
  fi: () => import('../catalogues/fi/office.json'),
  et: () => import('../catalogues/et/office.json'),
};

/** Loads the texts of the back office in a language. */
export async function loadOfficeCatalogue(code: LanguageCode): Promise<object> {
  return (await LOADERS[code]()).default.office;
}
