/** A number as venues write prices: digits, with at most one point between them. No sign, exponent or blank. */
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,25}))?$/;

/**
 * A price at a scale, from its text and without floating point; undefined when it is not a plain decimal. Digits beyond
 * the scale are rounded away from the client: a bid down, an ask up.
 */
export function priceFromText(text: string, scale: number, side: 'bid' | 'ask'): bigint | undefined {
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  const [, whole = '', fraction = ''] = parts;
  const value = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const isCut = /[1-9]/.test(fraction.slice(scale));
  return isCut && side === 'ask' ? value + 1n : value;
}
