import type { CloseAll, CloseByOpposite, Outcome } from '../../index.ts';
import { coverDebt } from './cover.ts';
import { dealingProblem } from './dealing.ts';
import { decimalsOf } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';
import { splitOff } from './parts.ts';
import { payOwedSwaps } from './swaps.ts';
import { close } from './trading.ts';

/** Closes two opposite positions at the middle of the spread, by the lots of the smaller one. */
export function closeByOpposite(ledger: Ledger, command: CloseByOpposite): Outcome {
  const { account, time } = command;
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const [one, other] = [command.order, command.opposite].map((id) =>
    ledger.ordersOf(account).find((order) => order.id === id),
  );
  if (one === undefined || other === undefined) return no('unknown_order');
  if (!one.open || !other.open) return no('order_not_open');
  if (one.instrument !== other.instrument || one.side === other.side) return no('not_opposite');
  const terms = ledger.terms(one.instrument);
  const difference = one.lots > other.lots ? one.lots - other.lots : other.lots - one.lots;
  if (difference !== 0n && difference < terms.minLots) return no('remainder_below_minimum');
  const problem = dealingProblem(ledger, terms, time);
  if (problem !== undefined) return no(problem);
  payOwedSwaps(ledger, account);
  const { bid, ask } = ledger.quote(one.instrument);
  const step = 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
  const middle = bid + (ask - bid) / 2n;
  const lots = one.lots < other.lots ? one.lots : other.lots;
  const parts = [splitOff(ledger, one, lots), splitOff(ledger, other, lots)];
  for (const part of parts) close(ledger, part, 'opposite', '', middle - (middle % step));
  coverDebt(ledger, account);
  return { ok: true, closed: parts.map(({ id }) => id) };
}

/** Closes the positions of a scope one after the other; those that can't be dealt in stay. */
export function closeAll(ledger: Ledger, { account, scope, instrument, time }: CloseAll): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  const sign = { all: 0n, winners: 1n, losers: -1n }[scope];
  const chosen = ledger
    .positionsOf(account)
    .filter((order) => instrument === undefined || order.instrument === instrument)
    .filter((order) => sign === 0n || ledger.profit(order) * sign > 0n);
  if (chosen.length === 0) return no('no_positions');
  const problems = chosen.map(({ id, instrument: of }) => ({
    order: id,
    reason: dealingProblem(ledger, ledger.terms(of), time),
  }));
  const left = problems.flatMap(({ order, reason }) => (reason === undefined ? [] : [{ order, reason }]));
  const ending = chosen.filter(({ id }) => left.every(({ order }) => order !== id));
  if (ending.length > 0) payOwedSwaps(ledger, account);
  for (const order of ending) close(ledger, order, 'client');
  coverDebt(ledger, account);
  return { ok: true, closed: ending.map(({ id }) => id), ...(left.length > 0 && { left }) };
}
