import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check } from '@scure/base';

type Check = (address: string) => boolean;

const base58check = createBase58check(sha256);
const ACCOUNT_BYTES = 20;
/** The format check for unknown networks: 10 to 150 letters, digits and the separators that addresses use. */
const PLAUSIBLE = /^[A-Za-z0-9][A-Za-z0-9:_-]{9,149}$/;

const CHECKS: Readonly<Record<string, Check>> = {
  TRC20: versioned([0x41]),
  BTC: (address) => versioned([0x00, 0x05])(address) || isSegwit(address, 'bc'),
  LTC: (address) => versioned([0x30, 0x32])(address) || isSegwit(address, 'ltc'),
  DOGE: versioned([0x1e, 0x16]),
  SOL: (address) => bytesOf(() => base58.decode(address))?.length === 32,
  ERC20: isEthereum,
};
/** Names of networks whose addresses have the format of another one. */
const ALIASES: Readonly<Record<string, string>> = {
  TRX: 'TRC20',
  TRON: 'TRC20',
  BITCOIN: 'BTC',
  LITECOIN: 'LTC',
  DOGECOIN: 'DOGE',
  SOLANA: 'SOL',
  SPL: 'SOL',
  ETH: 'ERC20',
  ETHEREUM: 'ERC20',
  BEP20: 'ERC20',
  BSC: 'ERC20',
  POLYGON: 'ERC20',
  ARBITRUM: 'ERC20',
  OPTIMISM: 'ERC20',
  BASE: 'ERC20',
  AVAXC: 'ERC20',
};

/**
 * Tells whether a text can be an address of a network: verifies the checksum of known networks, checks only the
 * characters of others.
 */
export function isCoinAddress(protocol: string, address: string): boolean {
  return (CHECKS[addressFormat(protocol)] ?? ((text) => PLAUSIBLE.test(text)))(address);
}

/** One name for all networks whose addresses have the same format; an unknown name in capitals without separators. */
export function addressFormat(protocol: string): string {
  const name = protocol.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return ALIASES[name] ?? name;
}

/** Checks for base58 with a checksum over a version byte and an account of 20 bytes. */
function versioned(versions: readonly number[]): Check {
  return (address) => {
    const bytes = bytesOf(() => base58check.decode(address));
    return bytes?.length === 1 + ACCOUNT_BYTES && versions.includes(bytes[0] ?? -1);
  };
}

/** SegWit version 0 is encoded in bech32, later versions in bech32m (BIP 350). */
function isSegwit(address: string, prefix: string): boolean {
  for (const [coder, fits] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const) {
    const decoded = coder.decodeUnsafe(address);
    if (decoded === undefined || decoded.prefix !== prefix) continue;
    const [version = -1, ...words] = decoded.words;
    const program = bytesOf(() => coder.fromWords(words));
    if (
      fits(version) &&
      program !== undefined &&
      (version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40)
    )
      return true;
  }
  return false;
}

/** Addresses in a single case carry no checksum and are accepted; mixed case is verified by EIP-55. */
function isEthereum(address: string): boolean {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(address)?.[1];
  if (digits === undefined) return false;
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
  return Array.from(digits).every(
    (digit, place) =>
      digit === (Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit.toLowerCase()),
  );
}

function bytesOf(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
