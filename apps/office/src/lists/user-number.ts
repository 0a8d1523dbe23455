import { uidOf, userOfUid } from '@fairlot/contract';

/**
 * The number of a user as calls take it, from a typed uid or from the number itself, which is shorter than any uid.
 * Undefined for a text that is neither.
 */
export function userNumber(typed: string): string | undefined {
  const text = typed.replaceAll(/\s/g, '');
  if (/^\d{0,7}$/.test(text)) return text;
  const user = userOfUid(text);
  return user === undefined ? undefined : String(user);
}

/** The uid of a user's number; other texts stay as they are. */
export function shownUser(number: string): string {
  return /^[1-9]\d{0,14}$/.test(number) ? uidOf(Number(number)) : number;
}
