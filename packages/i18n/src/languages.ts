/** The platform's language codes; specification, section 3. Some are countries: never hand one to Intl, use its tag. */
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

/** What is known of a language. */
export interface Language {
  readonly code: LanguageCode;
  /** BCP 47 tag: for Intl and the page's lang attribute. */
  readonly tag: string;
  /** Its own name for itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Where red means up by custom: the default of the colour setting. */
  readonly redUp: boolean;
  /** How a per cent is written, in figures and in sentences: 0 stands for the figure. */
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

/** Every language, in the order of the language screen. */
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

/** Traditional Chinese; specification, section 9. */
export const DEFAULT_LANGUAGE: LanguageCode = 'hk';
/** Name of the cookie that holds the chosen code. */
export const LANGUAGE_COOKIE = 'lang';
const COOKIE_AGE_S = 365 * 24 * 3600;

/** The code that a text stands for, undefined when it is none. tw means hk. */
export function parseLanguage(text: string | null | undefined): LanguageCode | undefined {
  const code = text === 'tw' ? 'hk' : text;
  return BY_CODE.get(code ?? '')?.code;
}

/** The language of a text such as a lang header; the default when it names none. */
export function languageOr(text: string | null | undefined, otherwise: LanguageCode = DEFAULT_LANGUAGE): LanguageCode {
  return parseLanguage(text) ?? otherwise;
}

/** What is known of a code. */
export function languageOf(code: LanguageCode): Language {
  const found = BY_CODE.get(code);
  if (found === undefined) throw new RangeError(`no such language: ${code}`);
  return found;
}

/** The language that a cookie header (or document.cookie) holds; the default when it holds no valid code. */
export function languageFromCookie(cookies: string): LanguageCode {
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`));
  return languageOr(pair?.slice(LANGUAGE_COOKIE.length + 1));
}

/** The text that stores a choice in document.cookie, for a year. */
export function languageCookie(code: LanguageCode): string {
  return `${LANGUAGE_COOKIE}=${code}; path=/; max-age=${COOKIE_AGE_S}; samesite=lax`;
}
