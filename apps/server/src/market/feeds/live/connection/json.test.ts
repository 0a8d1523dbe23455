import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalOf, readJson, recordOf, timeOf, type Json } from './json.ts';

/** The value of a JSON text with numbers as numbers. */
function withNumbers(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }).map((list) => list.join(''));
const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''));

describe('readJson', () => {
  it('reads what JSON.parse reads, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          fc.pre(!text.includes('__proto__'));
          const expected = withNumbers(text);
          const read = readJson(text);
          expect(read === undefined).toBe(expected === undefined);
          // Numbers as text, in the same places.
          if (expected !== undefined) expect(JSON.stringify(read)).toBe(JSON.stringify(readJson(JSON.stringify(read))));
        },
      ),
    );
  });

  it('keeps the digits of every number', () => {
    fc.assert(
      fc.property(
        whole,
        digits,
        fc.integer({ min: -30, max: 30 }),
        fc.boolean(),
        (before, after, exponent, isShort) => {
          const text = isShort ? `-${before}.${after}` : `${before}.${after}e${exponent}`;
          expect(readJson(`{"price": ${text} , "list":[${before}]}`)).toEqual({ price: text, list: [before] });
        },
      ),
    );
  });

  it('keeps strings, escapes, booleans and null', () => {
    const text = String.raw`{"a\"[{":"\u00e9\n{[","b":[true,false,null,{}],"c":""}`;
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['a prototype', '{"__proto__":{"bid":"1"}}'],
    ['duplicate keys', '{"bid":1,"bid":2}'],
    ['numbers that are none', '{"bid":01}'],
    ['nothing', ''],
  ])('does not read %s', (_, text) => {
    expect(readJson(text)).toBeUndefined();
  });

  it('reads 32 levels, and brackets in strings are none', () => {
    expect(readJson(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeDefined();
    expect(readJson(`{"text":"${'['.repeat(100)}"}`)).toBeDefined();
  });
});

describe('decimalOf', () => {
  it('writes an exponent out exactly', () => {
    fc.assert(
      fc.property(whole, digits, fc.integer({ min: -40, max: 40 }), (before, after, exponent) => {
        const plain = decimalOf(`${before}.${after}e${exponent}`) ?? '';
        expect(plain).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
        expect(scaled(plain)).toBe(BigInt(before + after) * 10n ** BigInt(100 + exponent - after.length));
      }),
    );
  });

  it.each(['1', '0.10', '007.5', '12345678901234567890.00'])('leaves %s as it is', (text) => {
    expect(decimalOf(text)).toBe(text);
  });

  it.each(['-1', '+1', '.5', '1.', '1e', 'NaN', 'Infinity', '0x1', ' 1', '1,5', '1e999', '', true, null, undefined])(
    'refuses %s',
    (value) => {
      expect(decimalOf(value as Json | undefined)).toBeUndefined();
    },
  );
});

/** The value of a decimal, times 10^100. */
function scaled(text: string): bigint {
  const [before = '', after = ''] = text.split('.');
  return BigInt(before + after) * 10n ** BigInt(100 - after.length);
}

describe('timeOf', () => {
  it.each([
    ['2016-10-05T05:28:16.729999999Z', Date.UTC(2016, 9, 5, 5, 28, 16, 729)],
    ['2016-10-05T05:28:16Z', Date.UTC(2016, 9, 5, 5, 28, 16)],
    ['2016-10-05T05:28:16.7+02:00', Date.UTC(2016, 9, 5, 3, 28, 16, 700)],
  ])('rounds %s down to the millisecond', (text, time) => {
    expect(timeOf(text)).toBe(time);
  });

  it.each(['2016-13-05T05:28:16Z', '2016-10-05', '1475645296.7', 'now', '2016-10-05T05:28:16'])(
    'refuses %s',
    (text) => {
      expect(timeOf(text)).toBeUndefined();
    },
  );
});

describe('recordOf', () => {
  it('takes objects only', () => {
    expect(recordOf({ a: '1' })).toEqual({ a: '1' });
    for (const other of [[], null, 'text', true, undefined])
      expect(recordOf(other as Json | undefined)).toBeUndefined();
  });
});
