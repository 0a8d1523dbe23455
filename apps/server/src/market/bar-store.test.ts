import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { BarStore, type BarRow } from './bar-store.ts';
import { BarWriter } from './bar-writer.ts';

const side = { open: 1n, high: 1n, low: 1n, close: 1n } as never;
const bar = (time: number): BarRow['bar'] => ({ time, bid: side, ask: side, volume: 1 });

/** A database whose statements each take a turn of the event loop, and are told of before it. */
function slowPool(onStatement: (text: string) => void): Pool {
  const client = {
    query: async (text: string): Promise<void> => {
      onStatement(text);
      await new Promise((done) => {
        setImmediate(done);
      });
    },
    release: () => undefined,
  };
  return { connect: () => Promise.resolve(client) } as unknown as Pool;
}

it('makes the rows of a long past as they are written, so that no turn of the event loop makes all of them', async () => {
  let made = 0;
  function* rows(): Generator<BarRow> {
    for (let time = 0; time < 40_000; time += 1) {
      made += 1;
      yield { instrument: 1, period: '1min', bar: bar(time) };
    }
  }
  const madeBy: number[] = [];
  const pool = slowPool((text) => {
    if (text.includes('insert')) madeBy.push(made);
  });
  await new BarStore(pool, 'simulated').write(rows());
  expect(madeBy.at(-1)).toBe(40_000);
  expect(madeBy.every((count, at) => count - (madeBy[at - 1] ?? 0) <= 10_000)).toBe(true);
});

it('lets others work while a queue is written that has the past of all markets', async () => {
  const taken: number[] = [];
  const store = {
    write: (rows: Iterable<BarRow>): Promise<void> => {
      // A list would have been made as a whole before the store has any of it.
      expect(Array.isArray(rows)).toBe(false);
      for (const row of rows) taken.push(row.bar.time);
      return Promise.resolve();
    },
  };
  const writer = new BarWriter(store);
  for (const time of [1, 2, 3]) writer.put(7, '1min', bar(time));
  await writer.flush();
  expect(taken).toEqual([1, 2, 3]);
});

it('writes nothing for no bars', async () => {
  const statements: string[] = [];
  await new BarStore(
    slowPool((text) => statements.push(text)),
    'simulated',
  ).write([]);
  expect(statements).toEqual(['begin', 'commit']);
});
