import type { CorrectFill, Outcome } from '../../index.ts';
import type { AuditedTrade } from './books.ts';
import { coverName } from './cover.ts';
import {
  decimalsOf,
  type Fraction,
  fraction,
  fromEight,
  fromLots,
  fromPrice,
  inverse,
  nearestMicro,
  product,
} from './exact.ts';
import type { Ledger } from './ledger.ts';
import { conversionProblem } from './dealing.ts';
import { OK, no } from './outcomes.ts';

const MOST = 5;

/** Corrects a fill by the auditor's own record of the trade, never by the figures in the command. */
export function correct(ledger: Ledger, command: CorrectFill): Outcome {
  const { account, order: id, fill, price, memo } = command;
  const { accounts, instruments, orders, trades, corrections, covers } = ledger.books;
  if (!accounts.has(account)) return no('unknown_account');
  const alive = orders.find((order) => order.id === id);
  if (alive === undefined && command.ended === undefined) return no('order_not_open');
  if (alive !== undefined && alive.account !== account) return no('unknown_order');
  if (alive !== undefined && !alive.open) return no('order_not_open');
  if (alive !== undefined && (command.ended !== undefined || fill === 'close')) return no('fill_unknown');
  if (alive === undefined && !instruments.has(command.ended?.instrument ?? 0)) return no('unknown_instrument');
  const trade = alive ?? trades.get(id);
  if (trade === undefined) return no('unknown_order');
  const terms = ledger.terms(trade.instrument);
  const ended = 'close' in trade ? trade : undefined;
  if (ended !== undefined && !agrees(ledger, ended, command)) return no('fill_unknown');
  const problem = ended === undefined ? conversionProblem(ledger, terms, command.time) : undefined;
  if (problem !== undefined) return no(problem);

  const last = corrections.get(id) ?? { open: trade.price, close: undefined, waived: 0n, count: 0 };
  const prices = { open: last.open, close: last.close ?? ended?.close };
  const from = prices[fill] ?? 0n;
  const filled = fill === 'open' ? trade.price : (ended?.close ?? 0n);
  if (price > 2n * filled || 2n * price < filled) return no('price_out_of_range');
  if (price % 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision) !== 0n) return no('price_off_grid');
  if (price === from) return no('fill_price_stands');
  if (last.count === MOST) return no('too_many_corrections');

  const after = { ...prices, [fill]: price };
  const dollars = ended === undefined ? ledger.dollars(terms) : dollarsOf(ledger, ended);
  const worth = (open: bigint, close: bigint): bigint => {
    const gain = fromPrice((close - open) * (trade.side === 'buy' ? 1n : -1n), terms);
    return nearestMicro(product(gain, fromLots(trade.lots), fraction(terms.unitsPerLot), dollars));
  };
  const difference = worth(after.open, after.close ?? prices.open) - worth(prices.open, prices.close ?? prices.open);
  const covered = ended === undefined ? 0n : (covers.get(coverName(ended)) ?? 0n);
  const amount = booked(ledger, account, difference, last.waived + covered);
  const owed = difference - last.waived;
  const used = owed <= 0n ? 0n : owed < covered ? owed : covered;
  if (ended !== undefined && used > 0n) covers.set(coverName(ended), covered - used);
  const waived = last.waived + amount - difference + used;
  corrections.set(id, { ...after, waived, count: last.count + 1 });
  ledger.touched.add(account);
  const conversion =
    terms.conversion === null || ended !== undefined ? '-' : ledger.quote(terms.conversion.instrument).seq;
  ledger.say(
    `corrected ${last.count + 1} of ${id} of ${account}: ${fill} ${from} to ${price} difference ${difference} booked ${amount} waived ${waived} stands ${after.open} ${after.close ?? '-'} on ${conversion}`,
  );
  ledger.payResult('fillCorrection', 'profit', account, amount, `${id} ${memo}`);
  return OK;
}

/** A gain pays back what was waived or covered before; a loss takes what the account has free. */
function booked(ledger: Ledger, account: number, difference: bigint, waived: bigint): bigint {
  if (difference >= 0n) return difference > waived ? difference - waived : 0n;
  const cash = ledger.balance(`${account}.cash`);
  const free = ledger.freeMargin(account);
  const most = cash < free ? cash : free;
  if (most <= 0n) return 0n;
  return -difference > most ? -most : difference;
}

/** True when the command's figures are those of the trade, and give its result by the present terms. */
function agrees(ledger: Ledger, trade: AuditedTrade, { ended }: CorrectFill): boolean {
  const terms = ledger.terms(trade.instrument);
  const gain = fromPrice((trade.close - trade.price) * (trade.side === 'buy' ? 1n : -1n), terms);
  const size = product(fromLots(trade.lots), fraction(terms.unitsPerLot), dollarsOf(ledger, trade));
  return ended?.profit === trade.profit && nearestMicro(product(gain, size)) === trade.profit;
}

/** Dollars per unit at the quote that converted the trade's result. */
function dollarsOf(ledger: Ledger, { instrument, legQuote }: AuditedTrade): Fraction {
  const { conversion } = ledger.terms(instrument);
  if (conversion === null || legQuote === undefined) return fraction(1n);
  const mid = product(fromEight(legQuote.bid + legQuote.ask), fraction(1n, 2n));
  return conversion.inverse ? inverse(mid) : mid;
}
