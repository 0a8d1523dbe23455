import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransactionId } from './transaction-id.ts';

const HEX = Array.from('0123456789abcdef');
const hash = fc.array(fc.constantFrom(...HEX), { minLength: 64, maxLength: 64 }).map((digits) => digits.join(''));
const blanks = fc.constantFrom('', ' ', '\t', '\u00a0', '\n');
/** Ways to write a hash: capitals, 0x, blanks before, within and behind. */
const spelling = fc
  .tuple(hash, fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), fc.boolean(), blanks, fc.nat(64))
  .map(([id, isCapital, has0x, blank, place]) => {
    const text = Array.from(id, (digit, at) => (isCapital[at] === true ? digit.toUpperCase() : digit)).join('');
    return { id, text: `${blank}${has0x ? '0x' : ''}${text.slice(0, place)}${blank}${text.slice(place)}${blank}` };
  });
const plain = fc.constantFrom('ERC20', 'eth', 'Ethereum', 'TRC20', 'TRON', 'BEP20', 'Polygon', 'MYCHAIN');
const withOutputs = fc.constantFrom('BTC', 'bitcoin', 'LTC', 'DOGE', 'BCH', 'Bitcoin Cash', 'DASH');
const coins = (protocol_code: string) => ({ type: 0, protocol_code });

describe('the ID of a transaction', () => {
  it('has one form for all its spellings, which is read as itself', () => {
    fc.assert(
      fc.property(fc.oneof(plain, withOutputs), spelling, (protocol, { id, text }) => {
        expect(readTransactionId(coins(protocol), text)).toBe(id);
        expect(readTransactionId(coins(protocol), id)).toBe(id);
      }),
    );
  });

  it('has one form for each output, and none on networks without outputs', () => {
    const zeros = fc.nat(4).map((count) => '0'.repeat(count));
    fc.assert(
      fc.property(spelling, fc.nat(99_999), zeros, withOutputs, plain, ({ id, text }, output, zero, some, none) => {
        expect(readTransactionId(coins(some), `${text} : ${zero}${output}`)).toBe(`${id}:${output}`);
        expect(readTransactionId(coins(none), `${text}:${zero}${output}`)).toBeUndefined();
      }),
    );
  });

  it('takes nothing else behind a hash', () => {
    const more = fc.string({ unit: fc.constantFrom(...HEX, '-', '_', ':', '.', '/', '#', 'x', 'Z'), minLength: 1 });
    fc.assert(
      fc.property(fc.oneof(plain, withOutputs), spelling, more, (protocol, { text }, rest) => {
        fc.pre(!/^:\d{1,9}$/.test(rest));
        expect(readTransactionId(coins(protocol), `${text}${rest}`)).toBeUndefined();
        expect(readTransactionId(coins(protocol), `0${text.trim()}`)).toBeUndefined();
      }),
    );
  });

  it('of Solana is a signature in base58, exact to the letter', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 62, maxLength: 66 }), (bytes) => {
        const text = base58.encode(bytes);
        expect(readTransactionId(coins('SOL'), ` ${text}`)).toBe(bytes.length === 64 ? text : undefined);
        expect(readTransactionId(coins('SPL'), `${text}:0`)).toBeUndefined();
      }),
    );
    expect(readTransactionId(coins('SOL'), '1'.repeat(5000))).toBeUndefined();
  });

  it.each([
    ['BTC', `${'ab'.repeat(32)}:200001`],
    ['BTC', `${'ab'.repeat(32)}:`],
    ['BTC', `${'ab'.repeat(32)}:1:1`],
    ['ERC20', 'ab'.repeat(31)],
    ['ERC20', 'a transaction of yesterday'],
    ['MYCHAIN', 'short'],
  ])('of %s is not %s', (protocol, text) => expect(readTransactionId(coins(protocol), text)).toBeUndefined());

  it('of a bank is in capitals without spaces', () => {
    expect(readTransactionId({ type: 1, protocol_code: '' }, ' fd 2026/11-0042:1 ')).toBe('FD2026/11-0042:1');
  });
});
