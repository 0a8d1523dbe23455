import { type Money, ZERO, parseMoney, plus } from '@fairlot/domain';
import type { Outcome } from '@fairlot/engine';
import { feeDue, highWaterAfter } from '../index.ts';
import type { CopyBooks } from './copy-books.ts';
import type { Life } from './crash.ts';
import type { Charge, StoredCopy } from './sim-store.ts';
import type { World } from './world.ts';

/** The fee's arithmetic. The mutation tests break it. */
export interface FeeRules {
  readonly feeDue: typeof feeDue;
  readonly highWaterAfter: typeof highWaterAfter;
}
export const FEE_RULES: FeeRules = { feeDue, highWaterAfter };

/** Charges the fees of one moment: begun in the store, charged, paid. A charge that a crash left open is finished first. */
export function chargeFees(world: World, books: CopyBooks, life: Life, rules: FeeRules): void {
  for (const stored of world.store.copies.values()) {
    const open = stored.charges.find(({ paid }) => !paid);
    if (open !== undefined) finish(world, life, stored, open, rules);
    const realised = realisedOf(stored, books);
    const due = rules.feeDue({ realised, highWater: stored.highWater, percent: stored.feePercent });
    if (due <= 0n) continue;
    life.step();
    const key = `fee ${stored.copy.id} ${stored.charges.length}`;
    const { highWater } = stored;
    const charge: Charge = { key, time: world.now, realised, due, highWater, taken: undefined, paid: false };
    stored.charges.push(charge);
    finish(world, life, stored, charge, rules);
  }
}

function finish(world: World, life: Life, stored: StoredCopy, charge: Charge, rules: FeeRules): void {
  const { copy, feePercent } = stored;
  const { key, time, due, realised, highWater } = charge;
  const fee = { time, amount: due, reference: copy.id, memo: 'fee' } as const;
  life.step();
  const from = world.shardOf(copy.copier);
  const outcome = from.submit({ ...fee, type: 'chargeCopyFee', account: copy.copier, key });
  life.step();
  from.commit();
  life.step();
  charge.taken = takenBy(outcome);
  stored.highWater = rules.highWaterAfter({ realised, highWater, percent: feePercent }, charge.taken);
  life.step();
  if (charge.taken > 0n) {
    const to = world.shardOf(copy.leader);
    to.submit({ ...fee, amount: charge.taken, type: 'payCopyFee', account: copy.leader, key });
    life.step();
    to.commit();
    life.step();
  }
  charge.paid = true;
}

function takenBy(outcome: Outcome): Money {
  return outcome.ok ? (parseMoney(outcome.taken ?? '') ?? ZERO) : ZERO;
}

/** Closed results of a copy, net of trading fees. */
export function realisedOf({ orders }: StoredCopy, books: CopyBooks): Money {
  let sum = ZERO;
  for (const order of orders.values()) if (order !== undefined) sum = plus(sum, books.realisedOf(order));
  return sum;
}
