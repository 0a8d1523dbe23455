import { isValidBIC, isValidIBAN } from 'ibantools';

/** Two letters and two check digits begin an IBAN and nothing else. */
const LIKE_IBAN = /^[A-Z]{2}\d{2}/;
/** Account numbers of countries without IBANs. */
const DOMESTIC = /^(?=.*\d)[A-Z0-9]{4,34}$/;

/** An account number without its blanks and dashes, in capitals; undefined when it can't be one. IBANs are held to their check digits. */
export function readAccountNumber(text: string): string | undefined {
  const compact = text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!DOMESTIC.test(compact)) return undefined;
  return !LIKE_IBAN.test(compact) || isValidIBAN(compact) ? compact : undefined;
}

/** A SWIFT code (BIC) in capitals; empty when none is given, undefined when it can't be one. */
export function readSwift(text: string): string | undefined {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  return compact === '' || isValidBIC(compact) ? compact : undefined;
}
