import { isValidBIC, isValidIBAN } from 'ibantools';

/** Only an IBAN starts with two letters and two check digits. */
const LIKE_IBAN = /^[A-Z]{2}\d{2}/;
/** Account numbers of countries without IBANs. */
const DOMESTIC = /^(?=.*\d)[A-Z0-9]{4,34}$/;

/**
 * Normalizes an account number to capitals without blanks and dashes; undefined when it is invalid. The check digits of
 * IBANs are verified.
 */
export function readAccountNumber(text: string): string | undefined {
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!DOMESTIC.test(compact)) return undefined;
  return !LIKE_IBAN.test(compact) || isValidIBAN(compact) ? compact : undefined;
}

/**
 * Normalizes a SWIFT code (BIC) to capitals. Returns an empty string when none is given and undefined when the code is
 * invalid.
 */
export function readSwift(text: string): string | undefined {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  return compact === '' || isValidBIC(compact) ? compact : undefined;
}
