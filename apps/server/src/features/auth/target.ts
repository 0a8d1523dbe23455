import type { AccountType } from '@fairlot/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type Answer, done, refuse } from '../../http/answer.ts';
import { type Area, areaById } from './areas.ts';

/** An email address or mobile number: it receives messages and identifies the account at sign-in. */
export interface Target {
  readonly type: AccountType;
  /** An email address in lower case, or a mobile number in E.164 form. */
  readonly address: string;
}

const MOST_EMAIL = 254;
/** One @, no blanks, quotes or brackets, a host with a dot: the subset that every mail server accepts. */
const EMAIL = /^[^\s@"'`<>()[\]\\,;:]{1,64}@(?=[^.])[a-z0-9.-]{1,189}\.[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Parses and normalizes an email address. */
export function emailTarget(text: string): Answer<Target> {
  const address = text.normalize('NFKC').toLowerCase();
  const fits =
    address.length <= MOST_EMAIL && EMAIL.test(address) && !address.includes('..') && !/[\p{C}]/u.test(address);
  return fits ? done({ type: 'email', address }) : refuse('email_invalid');
}

/** Parses a mobile number in the notation of an area. Refuses numbers with the calling code of another area. */
export function mobileTarget(text: string, area: Area): Answer<Target> {
  const number = parsePhoneNumberFromString(text, area.code);
  if (number?.isValid() !== true || number.countryCallingCode !== area.callingCode) return refuse('mobile_invalid');
  return done({ type: 'mobile', address: number.number });
}

/** The country of a mobile number, by its digits. */
export function countryOfMobile(address: string): string | undefined {
  return parsePhoneNumberFromString(address)?.country;
}

/** Parses the address of an account by its type. */
export function readTarget(type: AccountType, account: string, areaId: string): Answer<Target> {
  if (type === 'email') return emailTarget(account);
  const area = areaById(areaId);
  return area === undefined ? refuse('area_unknown') : mobileTarget(account, area);
}
