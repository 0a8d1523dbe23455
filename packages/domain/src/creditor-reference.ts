const REFERENCE = /^RF(\d{2})(\d{1,21})$/;
/** "RF00" as ISO 11649 counts letters: A is 10, Z is 35. */
const RF00 = '271500';

function checkDigits(body: string): string {
  return String(98n - (BigInt(body + RF00) % 97n)).padStart(2, '0');
}

/**
 * The creditor reference (ISO 11649) that a client writes on a bank transfer, such as RF18539007547034: two check
 * digits, then the number of the account. Many banks refuse one with a typing error.
 */
export function creditorReference(account: number): string {
  return `RF${checkDigits(String(account))}${account}`;
}

/**
 * The number of the account in a creditor reference, in capitals or not and with or without spaces. `wrong` for one
 * whose check digits don't fit, undefined for any other text.
 */
export function readCreditorReference(text: string): number | 'wrong' | undefined {
  const match = REFERENCE.exec(text.replaceAll(/\s/g, '').toUpperCase());
  if (match === null) return undefined;
  const [, check, body = ''] = match;
  const account = Number(body);
  return checkDigits(body) === check && Number.isSafeInteger(account) ? account : 'wrong';
}
