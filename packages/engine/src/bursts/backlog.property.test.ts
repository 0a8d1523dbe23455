import type { Price, Quote } from '@fairlot/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Backlog, type Waiting } from './backlog.ts';

const MOST = 8;

const quotes = fc.record({ bid: fc.integer({ min: 1, max: 50 }), spread: fc.integer({ min: 0, max: 9 }) });
const changes = fc.oneof(
  { weight: 12, arbitrary: quotes },
  { weight: 1, arbitrary: fc.record({ open: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ doubt: fc.boolean() }) },
);

function quoteOf(seq: number, { bid, spread }: { readonly bid: number; readonly spread: number }): Quote {
  return { instrument: 1, seq, time: seq, bid: BigInt(bid) as Price, ask: BigInt(bid + spread) as Price };
}

function drain(backlog: Backlog): Waiting[] {
  const all: Waiting[] = [];
  for (let next = backlog.shift(); next !== undefined; next = backlog.shift()) all.push(next);
  return all;
}

it('keeps real quotes in their order, the last one, and everything that any of them reaches', () => {
  fc.assert(
    fc.property(fc.array(quotes, { minLength: 1, maxLength: 60, size: 'max' }), (given) => {
      const backlog = new Backlog(MOST);
      const all = given.map((each, at) => quoteOf(at + 1, each));
      for (const quote of all) {
        backlog.quote(quote, quote.time);
        expect(backlog.size).toBeLessThanOrEqual(MOST);
      }
      const kept = drain(backlog).map((waiting) => (waiting.kind === 'quote' ? waiting.quote : undefined));
      const found = kept.map((quote) => all.find((each) => each === quote));
      expect(found).not.toContain(undefined);
      expect(kept.map((quote) => quote?.seq)).toEqual(
        kept.map((quote) => quote?.seq).toSorted((a, b) => Number(a) - Number(b)),
      );
      expect(kept.at(-1)).toBe(all.at(-1));
      for (const side of ['bid', 'ask'] as const) {
        const ever = all.map((quote) => Number(quote[side]));
        const still = kept.map((quote) => Number(quote?.[side]));
        expect(Math.min(...still)).toBe(Math.min(...ever));
        expect(Math.max(...still)).toBe(Math.max(...ever));
      }
    }),
  );
});

it('ends in the state of the last change, and is bounded', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 200, size: 'max' }), (given) => {
      const backlog = new Backlog(MOST);
      const last = { open: true, doubt: false };
      for (const [at, each] of given.entries()) {
        if ('bid' in each) backlog.quote(quoteOf(at + 1, each), at);
        else {
          Object.assign(last, each);
          if ('open' in each) backlog.change('open', each.open, true);
          else backlog.change('doubt', each.doubt, false);
        }
        expect(backlog.size).toBeLessThanOrEqual(MOST);
      }
      const seen = { open: true, doubt: false };
      for (const waiting of drain(backlog)) if (waiting.kind !== 'quote') seen[waiting.kind] = waiting.value;
      expect(seen).toEqual(last);
    }),
  );
});
