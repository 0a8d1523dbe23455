import { type LanguageCode, languageOf } from '@fairlot/i18n';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/mobile';

/** A country or territory that has a calling code. */
export interface Area {
  readonly id: number;
  readonly code: CountryCode;
  readonly callingCode: string;
}

/** Computes an area's id from its two letters, so that it doesn't change when the list does. */
function numberOf(code: string): number {
  return (code.charCodeAt(0) - 64) * 27 + code.charCodeAt(1) - 64;
}

const AREAS: readonly Area[] = getCountries().map((code) => ({
  id: numberOf(code),
  code,
  callingCode: getCountryCallingCode(code),
}));
const BY_ID: ReadonlyMap<string, Area> = new Map(AREAS.map((area) => [String(area.id), area]));

/** Finds an area by its id, given as text. */
export function areaById(id: string): Area | undefined {
  return BY_ID.get(id);
}

/** The areas that are not excluded from registration, named and sorted in a language. */
export function namedAreas(
  language: LanguageCode,
  isExcluded: (country: string) => boolean,
): readonly (Area & { readonly name: string })[] {
  const { tag } = languageOf(language);
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const inOrder = new Intl.Collator(tag);
  return AREAS.filter(({ code }) => !isExcluded(code))
    .map((area) => ({ ...area, name: names.of(area.code) ?? area.code }))
    .sort((a, b) => inOrder.compare(a.name, b.name));
}
