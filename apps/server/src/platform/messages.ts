import type { Reason } from '@fairlot/contract';
import type { Language } from './language.ts';

/** The text of a reason for people. */
export function messageFor(reason: Reason, _language: Language, _detail?: Readonly<Record<string, string>>): string {
  return reason.replaceAll('_', ' ');
}
