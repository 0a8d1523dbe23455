import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => `{${text.replaceAll('\n', ' ')}}`);

describe('lines of a stream', () => {
  it('are the same however the bytes are cut, and an unfinished one is none', () => {
    fc.assert(
      fc.property(fc.array(line), line, fc.array(fc.nat(), { maxLength: 50 }), (lines, unfinished, cuts) => {
        const bytes = Buffer.from([...lines, unfinished].join('\r\n'));
        const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((one, other) => one - other);
        const splitter = new LineSplitter(1_000);
        const read = [0, ...places].flatMap((from, at) => splitter.push(bytes.subarray(from, places[at])));
        expect(read).toEqual(lines);
      }),
    );
  });

  it('are refused when one is too long, finished or not, before it is kept', () => {
    expect(new LineSplitter(10).push(Buffer.from(`${'x'.repeat(10)}\n`))).toEqual(['x'.repeat(10)]);
    expect(new LineSplitter(10).push(Buffer.from(`${'x'.repeat(11)}\n`))).toBeUndefined();
    expect(new LineSplitter(10).push(Buffer.from('x'.repeat(11)))).toBeUndefined();
    const splitter = new LineSplitter(10);
    expect(splitter.push(Buffer.from('x'.repeat(10)))).toEqual([]);
    expect(splitter.push(Buffer.from('x'))).toBeUndefined();
  });
});
