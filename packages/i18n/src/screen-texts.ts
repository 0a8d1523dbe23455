import { loadClientCatalogue } from './client-catalogues.ts';
import type { ClientCatalogue } from './client-catalogues.ts';
import { languageOf } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { loadOfficeCatalogue } from './office-catalogue.ts';
import type { OfficeCatalogue } from './office-catalogue.ts';
import { sayBy } from './say.ts';
import type { KeyOf, Say } from './say.ts';

/** Says the trader's texts: `t('trade.side.buy')`. Keys are checked by the compiler, against English. */
export type ClientText = Say<KeyOf<ClientCatalogue>>;
/** Says the back office's texts: `t('menu.overview')`. */
export type OfficeText = Say<KeyOf<OfficeCatalogue['office']>>;

/** The trader's texts in a language, loaded before it resolves. */
export async function clientText(code: LanguageCode): Promise<ClientText> {
  return sayBy(await loadClientCatalogue(code), languageOf(code));
}

/** The back office's texts in a language, loaded before it resolves. */
export async function officeText(code: LanguageCode): Promise<OfficeText> {
  return sayBy(await loadOfficeCatalogue(code), languageOf(code));
}
