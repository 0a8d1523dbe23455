import { type LanguageCode, isServerKey, translate } from '@fairlot/i18n';

/** The name of a category. A slug without a translation is written as words. */
export function categoryName(slug: string, language: LanguageCode): string {
  const key = `category.${slug}`;
  return isServerKey(key)
    ? translate(language, key)
    : slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('_', ' ');
}
