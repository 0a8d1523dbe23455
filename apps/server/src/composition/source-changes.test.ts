import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SourceChanged } from '../market/port.ts';
import { SourceChanges, type SourceChangesDeps } from './source-changes.ts';

let isAway: boolean;
/** Instruments of the entries in the audit log, and lines of the log. */
let entries: string[][];
let lines: string[];
let changes: SourceChanges;

beforeEach(() => {
  vi.useFakeTimers();
  isAway = false;
  entries = [];
  lines = [];
  const deps = {
    audit: {
      append: ({ input }: { readonly input: string }) => {
        if (isAway) return Promise.reject(new Error('the database is away'));
        entries.push((JSON.parse(input) as { readonly instruments: string[] }).instruments);
        return Promise.resolve(1);
      },
    },
    clock: () => 0,
    log: { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line), error: () => undefined },
  };
  changes = new SourceChanges(deps as unknown as SourceChangesDeps);
  changes.start();
});
afterEach(async () => {
  await changes.stop();
  vi.useRealTimers();
});

const note = (code: string, reason: SourceChanged['reason'] = 'lost'): void =>
  changes.note({ code, reason, from: 'kraken', to: 'coinbase' } as SourceChanged);
const turn = () => vi.advanceTimersByTimeAsync(2_000);

it('changes of a turn are one entry, and the log has each once', async () => {
  note('BTCUSD');
  note('ETHUSD');
  note('BTCUSD');
  await turn();
  await turn();
  expect(entries).toEqual([['BTCUSD', 'ETHUSD']]);
  expect(lines).toHaveLength(1);
});

it('changes that the database refused are written later, with those of meanwhile', async () => {
  isAway = true;
  note('BTCUSD');
  note('EURUSD', 'recovered');
  await turn();
  note('ETHUSD');
  await turn();
  isAway = false;
  await turn();
  expect(entries).toEqual([['BTCUSD', 'ETHUSD'], ['EURUSD']]);
  expect(lines).toHaveLength(3);
});

it('at most 200 entries are written a day', async () => {
  for (let count = 0; count < 201; count += 1) {
    note('BTCUSD');
    await turn();
  }
  expect(entries).toHaveLength(200);
});
