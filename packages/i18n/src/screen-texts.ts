import { loadClientCatalogue } from './client-catalogues.ts';
import type { ClientCatalogue } from './client-catalogues.ts';
import { languageOf } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { loadOfficeCatalogue } from './office-catalogue.ts';
import type { OfficeCatalogue } from './office-catalogue.ts';
import { sayBy } from './say.ts';
import type { KeyOf, Say } from './say.ts';

/** Looks up the trader's texts: `t('trade.side.buy')`. The compiler checks the keys against English. */
export type ClientText = Say<KeyOf<ClientCatalogue>>;
/** Looks up the back office's texts: `t('menu.overview')`. */
export type OfficeText = Say<KeyOf<OfficeCatalogue['office']>>;

/** Loads the trader's texts in a language. */
export async function clientText(code: LanguageCode): Promise<ClientText> {
  return sayBy(await loadClientCatalogue(code), languageOf(code));
}

/** Loads the back office's texts in a language. */
export async function officeText(code: LanguageCode): Promise<OfficeText> {
  return sayBy(await loadOfficeCatalogue(code), languageOf(code));
}
