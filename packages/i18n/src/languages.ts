/** Language codes of the platform (specification, section 3). Some are country codes: Intl needs the tag instead. */
export const LANGUAGE_CODES = [
  'hk',
  'en',
  'jp',
  'kr',
  'th',
  'vn',
  'fr',
  'de',
  'ru',
  'spa',
  'pt',
  'ar',
  'it',
  'tr',
  'id',
  'my',
  'hi',
  'cs',
  'fa',
  'fi',
  'et',
] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];

/** Properties of a language. */
export interface Language {
  readonly code: LanguageCode;
  /** BCP 47 tag: for Intl and the page's lang attribute. */
  readonly tag: string;
  /** Name of the language in the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Red means up by local custom: the default of the colour setting. */
  readonly redUp: boolean;
  /** Format of a percentage, in figures and in sentences; 0 stands for the figure. */
  readonly percent: '0%' | '0\u00A0%' | '0\u202F%' | '%0';
}

function language(
  code: LanguageCode,
  tag: string,
  name: string,
  more: Partial<Pick<Language, 'direction' | 'redUp' | 'percent'>> = {},
): Language {
  return { code, tag, name, direction: 'ltr', redUp: false, percent: '0%', ...more };
}

/** All languages, in the order of the language screen. */
export const LANGUAGES: readonly Language[] = [
  language('hk', 'zh-Hant-HK', '繁體中文', { redUp: true }),
  language('en', 'en', 'English'),
  language('jp', 'ja', '日本語', { redUp: true }),
  language('kr', 'ko', '한국어', { redUp: true }),
  language('th', 'th', 'ไทย'),
  language('vn', 'vi', 'Tiếng Việt'),
  language('fr', 'fr', 'Français', { percent: '0\u202F%' }),
  language('de', 'de', 'Deutsch', { percent: '0\u00A0%' }),
  language('ru', 'ru', 'Русский'),
  language('spa', 'es', 'Español', { percent: '0\u00A0%' }),
  language('pt', 'pt', 'Português'),
  language('ar', 'ar', 'العربية', { direction: 'rtl' }),
  language('it', 'it', 'Italiano'),
  language('tr', 'tr', 'Türkçe', { percent: '%0' }),
  language('id', 'id', 'Bahasa Indonesia'),
  language('my', 'ms', 'Bahasa Melayu'),
  language('hi', 'hi', 'हिन्दी'),
  language('cs', 'cs', 'Čeština', { percent: '0\u00A0%' }),
  language('fa', 'fa', 'فارسی', { direction: 'rtl' }),
  language('fi', 'fi', 'Suomi', { percent: '0\u00A0%' }),
  language('et', 'et', 'Eesti'),
];

const BY_CODE: ReadonlyMap<string, Language> = new Map(LANGUAGES.map((entry) => [entry.code, entry]));

/** Traditional Chinese (specification, section 9). */
export const DEFAULT_LANGUAGE: LanguageCode = 'hk';
/** Cookie with the chosen language code. */
export const LANGUAGE_COOKIE = 'lang';
const COOKIE_AGE_S = 365 * 24 * 3600;

/** Parses a language code; tw is an alias of hk. Undefined for any other text. */
export function parseLanguage(text: string | null | undefined): LanguageCode | undefined {
  const code = text === 'tw' ? 'hk' : text;
  return BY_CODE.get(code ?? '')?.code;
}

/** Parses a language code, such as a lang header; `otherwise` for any other text. */
export function languageOr(text: string | null | undefined, otherwise: LanguageCode = DEFAULT_LANGUAGE): LanguageCode {
  return parseLanguage(text) ?? otherwise;
}

/** Properties of the language with this code. */
export function languageOf(code: LanguageCode): Language {
  const found = BY_CODE.get(code);
  if (found === undefined) throw new RangeError(`unknown language: ${code}`);
  return found;
}

/** Language in a cookie header or document.cookie; `otherwise` without a valid code. */
export function languageFromCookie(cookies: string, otherwise: LanguageCode = DEFAULT_LANGUAGE): LanguageCode {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`));
  return languageOr(pair?.slice(LANGUAGE_COOKIE.length + 1), otherwise);
}

/** The platform's language of a BCP 47 tag, such as de for de-AT; undefined if it has none. */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const [own] = tag.split('-');
  return LANGUAGES.find((each) => each.tag.split('-')[0] === own)?.code;
}

/** Value for document.cookie that stores the language for a year; `secure` on pages of https. */
export function languageCookie(code: LanguageCode, secure: boolean): string {
  return `${LANGUAGE_COOKIE}=${code}; path=/; max-age=${COOKIE_AGE_S}; samesite=lax${secure ? '; secure' : ''}`;
}
