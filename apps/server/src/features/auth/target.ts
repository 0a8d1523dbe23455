import type { AccountType } from '@fairlot/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Answer } from '../../platform/answer.ts';
import { done, refuse } from '../../platform/answer.ts';
import { areaById } from './areas.ts';
import type { Area } from './areas.ts';

/** Where messages reach somebody, which is also the name that they sign in with. */
export interface Target {
  readonly type: AccountType;
  /** An email address in lower case, or a number with + and its calling code. */
  readonly address: string;
}

const MOST_EMAIL = 254;
/** One @, no blanks, quotes or brackets, a host with a dot: what every mail server takes. */
const EMAIL = /^[^\s@"'`<>()[\]\\,;:]{1,64}@(?=[^.])[a-z0-9.-]{1,189}\.[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Reads an email address. */
export function emailTarget(text: string): Answer<Target> {
  const address = text.normalize('NFKC').toLowerCase();
  const fits =
    address.length <= MOST_EMAIL && EMAIL.test(address) && !address.includes('..') && !/[\p{C}]/u.test(address);
  return fits ? done({ type: 'email', address }) : refuse('email_invalid');
}

/** Reads a mobile number as people write it in an area. A number that names another calling code is none of that area. */
export function mobileTarget(text: string, area: Area): Answer<Target> {
  const number = parsePhoneNumberFromString(text, area.code);
  if (number?.isValid() !== true || number.countryCallingCode !== area.callingCode) return refuse('mobile_invalid');
  return done({ type: 'mobile', address: number.number });
}

/** The country of a mobile number, by its digits. */
export function countryOfMobile(address: string): string | undefined {
  return parsePhoneNumberFromString(address)?.country;
}

/** Reads what somebody signs in with. */
export function readTarget(type: AccountType, account: string, areaId: string): Answer<Target> {
  if (type === 'email') return emailTarget(account);
  const area = areaById(areaId);
  return area === undefined ? refuse('area_unknown') : mobileTarget(account, area);
}
