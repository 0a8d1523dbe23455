import type auth from '../catalogues/en/auth.json';
import type chart from '../catalogues/en/chart.json';
import type content from '../catalogues/en/content.json';
import type identity from '../catalogues/en/identity.json';
import type money from '../catalogues/en/money.json';
import type ranking from '../catalogues/en/ranking.json';
import type shell from '../catalogues/en/shell.json';
import type trading from '../catalogues/en/trading.json';
import type { LanguageCode } from './languages.ts';

/** Texts of the trader's screens, in areas so that they load as one but are edited apart; no two areas share a first key. English has every key. */
export type ClientCatalogue = typeof auth & typeof chart & typeof content & typeof identity & typeof money & typeof ranking & typeof shell & typeof trading;

interface Area {
  readonly default: object;
}
type Load = () => Promise<readonly Area[]>;

/** Languages with a catalogue. Each is a chunk of its own; a page loads its language and, for keys it lacks, English. */
const LOADERS: Readonly<Partial<Record<LanguageCode, Load>>> = {
  en: () => Promise.all([import('../catalogues/en/auth.json'), import('../catalogues/en/chart.json'), import('../catalogues/en/content.json'), import('../catalogues/en/identity.json'), import('../catalogues/en/money.json'), import('../catalogues/en/ranking.json'), import('../catalogues/en/shell.json'), import('../catalogues/en/trading.json')]),
  hk: () => Promise.all([import('../catalogues/hk/auth.json'), import('../catalogues/hk/chart.json'), import('../catalogues/hk/content.json'), import('../catalogues/hk/identity.json'), import('../catalogues/hk/money.json'), import('../catalogues/hk/ranking.json'), import('../catalogues/hk/shell.json'), import('../catalogues/hk/trading.json')]),
  de: () => Promise.all([import('../catalogues/de/auth.json'), import('../catalogues/de/chart.json'), import('../catalogues/de/content.json'), import('../catalogues/de/identity.json'), import('../catalogues/de/money.json'), import('../catalogues/de/ranking.json'), import('../catalogues/de/shell.json'), import('../catalogues/de/trading.json')]),
  ar: () => Promise.all([import('../catalogues/ar/auth.json'), import('../catalogues/ar/chart.json'), import('../catalogues/ar/content.json'), import('../catalogues/ar/identity.json'), import('../catalogues/ar/money.json'), import('../catalogues/ar/ranking.json'), import('../catalogues/ar/shell.json'), import('../catalogues/ar/trading.json')]),
};

/** Languages whose catalogues hold every key, so that English need not be loaded beside them. */
export const COMPLETE_LANGUAGES: readonly LanguageCode[] = ['en', 'hk', 'de', 'ar'];

/** Loads the texts of a language; an empty catalogue where there is none yet. */
export async function loadClientCatalogue(code: LanguageCode): Promise<object> {
  const areas = await LOADERS[code]?.() ?? [];
  return Object.assign({}, ...areas.map((area) => area.default)) as object;
}
