import { describe, expect, it } from 'vitest';
import { isCoinAddress } from './coin-address.ts';

/** Addresses from the standards (EIP-55, BIP 173, BIP 350) and of well-known contracts. */
const GOOD: readonly (readonly [string, string])[] = [
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BEP20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['erc-20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['NEWCHAIN', 'nc1something-of-its-own'],
];
const BAD: readonly (readonly [string, string, string])[] = [
  ['one letter changed', 'TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
  ['address of another network', 'TRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['address of another network', 'ERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['wrong checksum', 'ERC20', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['one digit missing', 'ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
  [
    'version 1 in the old encoding',
    'BTC',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  ],
  ['address of a test network', 'BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['empty', 'BTC', ''],
  ['markup', 'NEWCHAIN', '<script>alert(1)</script>'],
  ['too short', 'NEWCHAIN', 'abc'],
];

describe('isCoinAddress', () => {
  it.each(GOOD)('accepts an address of %s: %s', (protocol, address) =>
    expect(isCoinAddress(protocol, address)).toBe(true),
  );
  it.each(BAD)('rejects an address with the defect "%s" on %s', (_defect, protocol, address) =>
    expect(isCoinAddress(protocol, address)).toBe(false),
  );
});
