import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipParts } from './gzip.ts';

it('makes one stream of all parts, also when parts repeat', () => {
  const part = fc
    .tuple(fc.string(), fc.integer({ min: 0, max: 400 }))
    .map(([text, times]) => Buffer.from(text.repeat(times)));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const expected = Buffer.concat(parts);
      expect(gunzipSync(gzipParts(parts)).equals(expected)).toBe(true);
      expect(gunzipSync(gzipParts([...parts, ...parts])).equals(Buffer.concat([expected, expected]))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('compresses a chart to a fraction of its size', () => {
  const bars = Buffer.from(
    Array.from(
      { length: 1000 },
      (_, index) => `{"Time":${1_700_000_000_000 + index * 60_000},"Open":"1.${10_000 + index}"}`,
    ).join(','),
  );
  expect(gzipParts([Buffer.from('['), bars, Buffer.from(']')]).length).toBeLessThan(bars.length / 5);
});
