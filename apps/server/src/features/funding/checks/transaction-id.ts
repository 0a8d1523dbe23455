import { base58 } from '@scure/base';
import { addressFormat } from './coin-address.ts';

/** Networks whose IDs are hashes of 32 bytes, by the format of their addresses. */
const OF_HASHES: ReadonlySet<string> = new Set(['ERC20', 'TRC20', 'BTC', 'LTC', 'DOGE', 'BCH', 'BITCOINCASH', 'DASH']);
/** Networks whose transactions have numbered outputs, each of which can be a payment. */
const WITH_OUTPUTS: ReadonlySet<string> = new Set(['BTC', 'LTC', 'DOGE', 'BCH', 'BITCOINCASH', 'DASH']);
/** More outputs than a transaction can have: a block of Bitcoin has place for 111,000 of the smallest. */
const MOST_OUTPUTS = 200_000;
const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const OUTPUT = /^([^:]+):(\d{1,9})$/;
/** IDs of networks that are not known here: hexadecimal, base58 or base64url. */
const ID = /^[A-Za-z0-9_-]{16,128}$/;
const HEXADECIMAL = /^(?:0x)?([0-9a-f]+)$/i;
/** A hash with something before or behind it would be another spelling of the hash. */
const WITH_HASH = /[0-9a-f]{64}/i;
const SIGNATURE_BYTES = 64;
/** References of banks: what their statements print, without spaces. */
const REFERENCE = /^[A-Z0-9+?/:().,'_-]{4,64}$/;

/** The place where a transaction is numbered: a network of coins (type 0), or a receiving account (type 1). */
export interface TransferPlace {
  readonly type: number;
  readonly protocol_code: string;
}

/**
 * The ID of a transfer in one form, so that the same transfer is recognised. Coins: no spaces, hexadecimal in lower
 * case without 0x, and on networks with outputs an optional `:N` without leading zeros. Bank: capitals without spaces.
 * Empty for an empty text, undefined for a text that can't be an ID on this network.
 */
export function readTransactionId({ type, protocol_code: protocol }: TransferPlace, typed: string): string | undefined {
  const text = typed.replaceAll(/\s/g, '');
  if (text === '') return '';
  if (type === 1) {
    const reference = text.toUpperCase();
    return REFERENCE.test(reference) ? reference : undefined;
  }
  const network = addressFormat(protocol);
  const [, id = text, output] = (WITH_OUTPUTS.has(network) ? OUTPUT.exec(text) : null) ?? [];
  if (Number(output ?? 0) > MOST_OUTPUTS) return undefined;
  const bare = readBare(network, id);
  return bare === undefined || output === undefined ? bare : `${bare}:${Number(output)}`;
}

/** The forms of a typed ID under which deposits are searched for, of coins and of banks. */
export function searchedTransfers(typed: string): readonly string[] {
  const bare = readTransactionId({ type: 0, protocol_code: '' }, typed.replace(/:\s*\d+\s*$/, ''));
  return [bare, readTransactionId({ type: 1, protocol_code: '' }, typed)].filter((form) => form !== undefined);
}

function readBare(network: string, id: string): string | undefined {
  if (network === 'SOL') return isSignature(id) ? id : undefined;
  const hash = HASH.exec(id)?.[1]?.toLowerCase();
  if (hash !== undefined || OF_HASHES.has(network)) return hash;
  if (!ID.test(id) || WITH_HASH.test(id)) return undefined;
  return HEXADECIMAL.exec(id)?.[1]?.toLowerCase() ?? id;
}

/** True for the base58 text of a signature, which names a transaction of Solana. Each has one such text. */
function isSignature(id: string): boolean {
  try {
    return id.length <= 2 * SIGNATURE_BYTES && base58.decode(id).length === SIGNATURE_BYTES;
  } catch {
    return false;
  }
}
