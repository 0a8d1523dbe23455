import type { Instrument } from '@fairlot/domain';
import type { BeginRollover, EndRollover, Outcome } from '../../index.ts';
import type { AuditedRollover } from './books.ts';
import type { Ledger } from './ledger.ts';

/** An account pays for every rollover under way before one of its positions ends. */
export function payOwedSwaps(ledger: Ledger, account: number): void {
  payRollovers(ledger, account, ledger.books.rollovers);
}

/** An account pays for rollovers, each of them once: all positions that it held at the rollover. */
export function payRollovers(ledger: Ledger, account: number, rollovers: readonly AuditedRollover[]): void {
  let last: number | undefined;
  for (const { time, weekday, swaps } of rollovers) {
    if (time <= (ledger.books.paidThrough.get(account) ?? 0)) continue;
    const held = ledger.positionsOf(account).filter(({ openedAt }) => openedAt < time);
    for (const order of held) {
      const own = ledger.own(account, order.instrument).swap;
      const terms = own ?? swaps.get(order.instrument) ?? ledger.terms(order.instrument).swap;
      const nights = terms.tripleWeekday === weekday ? 3 : 1;
      const amount = ledger.swap(order, terms, nights);
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
  const { rollovers, instruments } = ledger.books;
  if (rollovers.some((begun) => begun.time >= rolloverTime)) return { ok: true };
  const swaps = new Map([...instruments].map(([id, { swap }]) => [id, swap]));
  rollovers.push({ time: rolloverTime, weekday, swaps, changed: new Set() });
  ledger.say(`rollover ${rolloverTime} on day ${weekday}`);
  return { ok: true };
}

function text({ mode, long, short, tripleWeekday }: Instrument['swap']): string {
  return `${mode} ${long} ${short} ${tripleWeekday}`;
}

/** Rollovers under way are charged at the swap of their beginning. */
export function keepSwap(ledger: Ledger, old: Instrument, { id, swap }: Instrument): void {
  const { books } = ledger;
  if (text(old.swap) === text(swap) || books.rollovers.every(({ changed }) => changed.has(id))) return;
  books.rollovers = books.rollovers.map((begun) => ({ ...begun, changed: new Set([...begun.changed, id]) }));
  ledger.say(`kept swap of instrument ${id}: ${text(old.swap)}`);
}

export function endRollover(ledger: Ledger, { rolloverTime }: EndRollover): Outcome {
  const { books } = ledger;
  if (!books.rollovers.some((begun) => begun.time === rolloverTime)) return { ok: true };
  books.rollovers = books.rollovers.filter((begun) => begun.time > rolloverTime);
  ledger.say(`end of rollover ${rolloverTime}`);
  return { ok: true };
}
