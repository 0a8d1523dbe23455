import type { Reason } from '@fairlot/contract';
import type { Language } from './language.ts';

/** The text of a reason for people. */
export function messageFor(reason: Reason, _language: Language, _detail?: Readonly<Record<string, string>>): string {
  return reason.replaceAll('_', ' ');
}

/** The name of an instrument for people. */
export function instrumentName(instrument: { readonly code: string; readonly displayCode: string }, _language: Language): string {
  return instrument.displayCode;
}

/** The name of a category for people. */
export function categoryName(slug: string, _language: Language): string {
  return slug;
}
