import { PRICE_LIMIT } from '@fairlot/domain';
import { beforeEach, expect, it } from 'vitest';
import { SourceChoice, type SourceChoiceChange } from './source-choice.ts';

let now: number;
let choice: SourceChoice;
let changes: SourceChoiceChange[];
let refused: number;

const quote = (source: number, bid: number, ageMs = 0): void =>
  choice.quote(source, { time: now - ageMs, bid: BigInt(bid), ask: BigInt(bid + 10) }, now);
const live = (source: number): void => choice.connection(source, true, now);
const reasons = () => changes.map(({ to, reason }) => [to, reason]);
/** Lets time pass in beats, and calls `each` before each of them. */
function pass(ms: number, each: (beat: number) => void): void {
  for (let beat = 0; beat * 250 < ms; beat += 1) {
    now += 250;
    each(beat);
    choice.advance(now);
  }
}

beforeEach(() => {
  [now, changes, refused] = [1_000_000, [], 0];
  choice = new SourceChoice(
    2,
    { staleAfterMs: 10_000, apartPerTenThousand: 10 },
    {
      quote: () => undefined,
      changed: (change) => changes.push(change),
      refused: () => {
        refused += 1;
      },
    },
  );
  for (const source of [0, 1]) {
    live(source);
    quote(source, 100_000);
  }
});

it('one whose quotes come late is left while the other has fresh ones, and is no healthy one meanwhile', () => {
  pass(60_000, (beat) => {
    // Each is taken, and grows stale before the next one comes.
    if (beat % 8 === 0) quote(0, 100_000 + beat, 9_000);
    quote(1, 100_005 + beat);
  });
  expect(reasons()).toEqual([
    [0, 'first'],
    [1, 'quiet'],
  ]);
});

it.each([
  ['an absurd spread', 1n, 300_000n],
  ['no price', PRICE_LIMIT, PRICE_LIMIT],
])('one that sends %s, ever changing, is left when its last price has grown old', (_, bid, ask) => {
  pass(11_000, (beat) => {
    choice.quote(0, { time: now, bid: bid + BigInt(beat), ask: ask + BigInt(beat) }, now);
    quote(1, 100_005 + (beat % 2));
  });
  expect(reasons().at(-1)).toEqual([1, 'quiet']);
  expect(refused).toBe(44);
});

it('a change says whether the new one has a price already', () => {
  now += 1_000;
  quote(0, 100_020);
  choice.connection(0, false, now);
  expect(changes.at(-1)).toMatchObject({ to: 1, isPriced: false });
  live(0);
  quote(0, 100_021);
  choice.connection(1, false, now);
  expect(changes.at(-1)).toMatchObject({ to: 0, isPriced: true });
  choice.connection(0, false, now);
  live(1);
  expect(changes.at(-1)).toMatchObject({ to: 1, isPriced: false });
});
