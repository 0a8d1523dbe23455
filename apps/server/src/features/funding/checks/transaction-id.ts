/** Ids of the networks in use (hexadecimal, base58 or base64url), with the number of an output where one has many. */
const ID = /^([A-Za-z0-9_-]{16,128})(:\d{1,9})?$/;
const HEXADECIMAL = /^(?:0x)?([0-9a-f]{64})$/i;
/** References of banks: what their statements print, without spaces. */
const REFERENCE = /^[A-Z0-9+?/:().,'_-]{4,64}$/;

/**
 * The id of a transfer in one form, so that the same transfer is recognised. Coins (type 0): no spaces, hexadecimal in
 * lower case without 0x. Bank (type 1): capitals without spaces. Empty for an empty text, undefined for a text that
 * can't be an id.
 */
export function readTransactionId(type: number, typed: string): string | undefined {
  const text = typed.replaceAll(/\s/g, '');
  if (text === '') return '';
  if (type === 1) {
    const reference = text.toUpperCase();
    return REFERENCE.test(reference) ? reference : undefined;
  }
  const [, id = '', output = ''] = ID.exec(text) ?? [];
  const hexadecimal = HEXADECIMAL.exec(id)?.[1];
  return id === '' ? undefined : (hexadecimal?.toLowerCase() ?? id) + output;
}
