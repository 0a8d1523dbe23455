import fc from 'fast-check';

const AT_ONCE = 32;

/** Values that are meaningful for some call, and values that are invalid for all. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '0',
      '1',
      '2',
      '3',
      '0.1',
      '0.01',
      '1.1',
      '100',
      '-1',
      '1min',
      '15min',
      'EURUSD',
      'is_show_mobile',
      '',
    ),
  },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'NaN',
      'Infinity',
      '1e999',
      '0x10',
      '٣',
      '１',
      '1,5',
      '1_000',
      ' 1 ',
      '+1',
      '--1',
      '1'.repeat(400),
      '__proto__',
      "'; drop table orders; --",
      '\u0000',
      '\ud800',
      '../../etc/passwd',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constant([]),
      fc.constant({}),
      fc.constant(['1', '2']),
      fc.constant({ toString: 'x' }),
      fc.object({ maxDepth: 2 }),
    ),
  },
);

/** Encodes any fields as a query or form. */
export function queryOf(input: object): string {
  return Object.entries(input)
    .map(([name, each]) => `${encode(name)}=${encode(typeof each === 'string' ? each : (JSON.stringify(each) ?? ''))}`)
    .join('&');
}

/** Lone surrogates can't be encoded; they are replaced the way a broken client would. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '%'));
}

/** Runs `work` for all items with limited concurrency. */
export async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const each of rest) await work(each);
    }),
  );
}
