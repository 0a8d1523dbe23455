import { ZERO, money } from '@fairlot/domain';
import type { AccountView } from '@fairlot/engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Charge } from '../../security/untold-spend.ts';
import { RefusalBudget } from './refusal-budget.ts';

const DAY_MS = 86_400_000;
const PER_DAY = 100;
const SMALL = 4;
const ACCOUNT = 7;

const view = (hasMoney: boolean): AccountView => ({
  id: ACCOUNT,
  kind: 'real',
  group: 1,
  standing: { balance: ZERO, reserved: ZERO, floatingProfit: ZERO, usedMargin: ZERO },
  cash: hasMoney ? money('0.01') : ZERO,
  orderReserve: ZERO,
  withdrawalHold: ZERO,
  changedBy: 1,
  positions: [],
});

interface Sent {
  readonly waitMs: number;
  readonly closes: boolean;
  readonly accepted: boolean;
}
const sent = fc.record({
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: -1000, max: DAY_MS / 10 })),
  closes: fc.boolean(),
  accepted: fc.boolean(),
});
const manySent = fc.array(sent, { minLength: 1, maxLength: 600 });

/** The times at which refused commands left a row, by a steady clock. */
function rowsOf(commands: readonly Sent[], hasMoney: () => boolean, perDay = PER_DAY): readonly number[] {
  let now = 1_000_000_000;
  let elapsed = 0;
  const budget = new RefusalBudget(perDay, { account: () => view(hasMoney()) }, () => now);
  const rows: number[] = [];
  for (const { waitMs, closes, accepted } of commands) {
    now += waitMs;
    elapsed += Math.max(0, waitMs);
    const accept = budget.take(ACCOUNT, closes);
    if (accept === undefined) continue;
    if (accepted) accept();
    else rows.push(elapsed);
  }
  return rows;
}

/** True when no span has more rows than an amount at once and the same amount for each day. */
function isWithin(rows: readonly number[], amount: number): boolean {
  return rows.every((from, first) =>
    rows.slice(first).every((to, after) => after + 1 <= amount + ((to - from) * amount) / DAY_MS + 1e-6),
  );
}

const each = (count: number, more: Partial<Sent>): readonly Sent[] =>
  Array.from({ length: count }, () => ({ waitMs: 0, closes: false, accepted: false, ...more }));
const funded = (): boolean => true;

it('bounds the refused commands of an account without money in every span of time', () => {
  fc.assert(
    fc.property(manySent, (commands) =>
      isWithin(
        rowsOf(commands, () => false),
        SMALL,
      ),
    ),
  );
});

it('bounds those of an account that gets money and loses it', () => {
  fc.assert(
    fc.property(manySent, fc.infiniteStream(fc.boolean()), (commands, isRich) =>
      isWithin(
        rowsOf(commands, () => isRich.next().value === true),
        PER_DAY + 2 * SMALL,
      ),
    ),
  );
});

it('takes nothing for accepted commands, and keeps something for closing', () => {
  expect(rowsOf([...each(5000, { accepted: true }), ...each(200, {})], funded)).toHaveLength(PER_DAY + SMALL);
  expect(rowsOf([...each(200, {}), ...each(50, { closes: true })], funded)).toHaveLength(PER_DAY + 2 * SMALL);
  expect(rowsOf(each(200, { closes: true }), () => false)).toHaveLength(SMALL);
  expect(rowsOf(each(500, {}), () => false, 0)).toHaveLength(500);
});

/** Refused commands of an account that a budget allows. */
const rowsAt = (budget: RefusalBudget, closes: boolean): number =>
  Array.from({ length: 200 }, () => budget.take(ACCOUNT, closes)).filter((accept) => accept !== undefined).length;

it('does not allow in one process what an account was refused in another', () => {
  const charges = new Map<string, Charge>();
  const make = (self: string, peer: string): RefusalBudget =>
    new RefusalBudget(
      PER_DAY,
      { account: () => view(true) },
      () => 0,
      (amount) => (charge) => {
        charges.set(`${self} ${amount}`, charge);
        return (spend) => {
          charges.get(`${peer} ${amount}`)?.(spend.key, spend.drain());
          return false;
        };
      },
    );
  const one = make('one', 'other');
  const other = make('other', 'one');
  // An eighth of the funded amount, 13 refusals, is told at once: of its 100 nine are not.
  expect([rowsAt(one, false), rowsAt(other, false)]).toEqual([PER_DAY + SMALL, 9]);
  expect([rowsAt(one, true), rowsAt(other, true)]).toEqual([SMALL, 0]);
});
