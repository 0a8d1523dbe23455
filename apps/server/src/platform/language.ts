/** The languages of the specification, by its codes. */
export const LANGUAGES = [
  'hk', 'en', 'jp', 'kr', 'th', 'vn', 'fr', 'de', 'ru', 'spa', 'pt', 'ar', 'it', 'tr', 'id', 'my', 'hi', 'cs', 'fa', 'fi', 'et',
] as const;
export type Language = (typeof LANGUAGES)[number];

const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** The language of a `lang` header; tw is hk, and so is everything unknown. */
export function languageOf(header: string | readonly string[] | undefined): Language {
  return typeof header === 'string' && KNOWN.has(header) ? (header as Language) : 'hk';
}
