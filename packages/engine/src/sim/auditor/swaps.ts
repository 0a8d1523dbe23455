import type { BeginRollover, EndRollover, Outcome } from '../../index.ts';
import type { Ledger } from './ledger.ts';

interface Rollover {
  readonly time: number;
  readonly weekday: number;
}

/** An account pays for every rollover under way before one of its positions ends. */
export function payOwedSwaps(ledger: Ledger, account: number): void {
  payRollovers(ledger, account, ledger.books.rollovers);
}

/** An account pays for rollovers, each of them once: all positions that it held at the rollover. */
export function payRollovers(ledger: Ledger, account: number, rollovers: readonly Rollover[]): void {
  let last: number | undefined;
  for (const { time, weekday } of rollovers) {
    if (time <= (ledger.books.paidThrough.get(account) ?? 0)) continue;
    const held = ledger.positionsOf(account).filter(({ openedAt }) => openedAt < time);
    for (const order of held) {
      const nights = ledger.terms(order.instrument).swap.tripleWeekday === weekday ? 3 : 1;
      const amount = ledger.swap(order, nights);
      if (amount === 0n) continue;
      order.swap += amount;
      ledger.say(`swap of ${order.id} of ${account} ${amount} for ${nights}`);
      ledger.payResult('swap', 'swap', account, amount, order.id);
    }
    if (held.length > 0) last = time;
  }
  if (last === undefined) return;
  ledger.touched.add(account);
  ledger.books.paidThrough.set(account, last);
  ledger.say(`swaps of account ${account} through ${last}`);
}

export function beginRollover(ledger: Ledger, { rolloverTime, weekday }: BeginRollover): Outcome {
  const { rollovers } = ledger.books;
  if (rollovers.some((begun) => begun.time >= rolloverTime)) return { ok: true };
  rollovers.push({ time: rolloverTime, weekday });
  ledger.say(`rollover ${rolloverTime} on day ${weekday}`);
  return { ok: true };
}

export function endRollover(ledger: Ledger, { rolloverTime }: EndRollover): Outcome {
  const { books } = ledger;
  if (!books.rollovers.some((begun) => begun.time === rolloverTime)) return { ok: true };
  books.rollovers = books.rollovers.filter((begun) => begun.time > rolloverTime);
  ledger.say(`end of rollover ${rolloverTime}`);
  return { ok: true };
}
