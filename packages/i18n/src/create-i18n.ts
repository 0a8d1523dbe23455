import i18next from 'i18next';
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { COMPLETE_LANGUAGES, loadClientCatalogue } from './client-catalogues.ts';
import type { ClientCatalogue } from './client-catalogues.ts';
import { DEFAULT_LANGUAGE, languageOf, languageOfTag } from './languages.ts';
import type { LanguageCode } from './languages.ts';
import { loadOfficeCatalogue } from './office-catalogue.ts';
import type { OfficeCatalogue } from './office-catalogue.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'client';
    resources: { client: ClientCatalogue; office: OfficeCatalogue };
  }
}

/** Whose texts: the trader's screens or the back office. A page has one of them. */
type Namespace = 'client' | 'office';
const LOADERS: Readonly<Record<Namespace, (code: LanguageCode) => Promise<object>>> = { client: loadClientCatalogue, office: loadOfficeCatalogue };
const FALLBACK: LanguageCode = 'en';

/**
 * Texts of the screens in a language, loaded before it resolves. `t('trade.buy')` is typed; missing keys come in English.
 * i18next works with BCP 47 tags here, because plural rules need them: `languageOfI18n` gives the platform's code.
 */
export async function createI18n(code: LanguageCode, namespace: Namespace = 'client'): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    ns: namespace,
    defaultNS: namespace,
    fallbackLng: languageOf(FALLBACK).tag,
    // Texts are put in before they are asked for, so nothing is ever looked for over the network by i18next itself.
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  await setLanguage(instance, code);
  return instance;
}

/** Changes the language once its texts are there; until then the former one stays. */
export async function setLanguage(instance: i18n, code: LanguageCode): Promise<void> {
  const needed = COMPLETE_LANGUAGES.includes(code) ? [code] : [FALLBACK, code];
  await Promise.all(needed.map((each) => ensure(instance, each)));
  await instance.changeLanguage(languageOf(code).tag);
}

/** The platform's code of the language that is shown. */
export function languageOfI18n(instance: Pick<i18n, 'language'>): LanguageCode {
  return languageOfTag(instance.language)?.code ?? DEFAULT_LANGUAGE;
}

async function ensure(instance: i18n, code: LanguageCode): Promise<void> {
  const { tag } = languageOf(code);
  const namespace: Namespace = instance.options.defaultNS === 'office' ? 'office' : 'client';
  if (instance.hasResourceBundle(tag, namespace)) return;
  instance.addResourceBundle(tag, namespace, await LOADERS[namespace](code));
}
