import type { Outcome, PlaceOrder, SetStops } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { dealingProblem, shown } from './dealing.ts';
import { fraction, fromLots, fromPrice, nearestMicro, product } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';

/** The agreed premium, or none, or a refusal. */
type Agreed = Outcome | { readonly premium: bigint | undefined };

/** The guarantee that an order asks for. */
export function promised(ledger: Ledger, order: PlaceOrder, waits: boolean): Agreed {
  const { guaranteed, stopLoss, account, instrument, side } = order;
  if (guaranteed === undefined || stopLoss === undefined) return { premium: undefined };
  if (waits) return no('guarantee_pending');
  const off = ledger.distance(account, instrument);
  return promisedAt(ledger, account, instrument, side, stopLoss, ledger.closing(instrument, side, off));
}

/** The guarantee of a position whose levels become others. */
export function promisedAfter(
  ledger: Ledger,
  order: AuditedOrder,
  command: SetStops,
  stop: bigint | undefined,
  trail: bigint | undefined,
): Agreed {
  const had = order.premium;
  if (command.guaranteed === false || (command.guaranteed === undefined && had === undefined))
    return { premium: undefined };
  if (stop === undefined) return command.guaranteed ? no('guarantee_without_stop') : { premium: undefined };
  if (trail !== undefined) return no('guarantee_trailing');
  if (had !== undefined && order.stop === stop) return { premium: had };
  if (!order.open) return no('guarantee_pending');
  const { account, instrument, side, off } = order;
  const problem = dealingProblem(ledger, ledger.terms(instrument), command.time);
  if (problem !== undefined) return no(problem);
  return promisedAt(ledger, account, instrument, side, stop, ledger.closing(instrument, side, off));
}

function promisedAt(
  ledger: Ledger,
  account: number,
  instrument: number,
  side: 'buy' | 'sell',
  stop: bigint,
  closing: bigint,
): Agreed {
  const { guarantee } = ledger.own(account, instrument);
  if (guarantee === undefined) return no('guarantee_not_offered');
  const away = side === 'buy' ? closing - stop : stop - closing;
  if (away >= guarantee.distance) return { premium: guarantee.premium };
  const least = side === 'buy' ? closing - guarantee.distance : closing + guarantee.distance;
  return no('guarantee_too_near', { nearest: shown(ledger.terms(instrument), least < 0n ? 0n : least) });
}

/** The cost of a promise that is used at a close: the premium, and the gap from the market that the house pays. */
export function usedAt(
  ledger: Ledger,
  order: AuditedOrder,
  at: bigint,
  market: bigint,
): { readonly market: bigint; readonly gap: bigint; readonly premium: bigint } | undefined {
  const { premium, stop, side, instrument, lots } = order;
  if (premium === undefined || at !== stop) return undefined;
  if (side === 'buy' ? market >= stop : market <= stop) return undefined;
  const terms = ledger.terms(instrument);
  const size = product(fromLots(lots), fraction(terms.unitsPerLot), ledger.dollars(terms));
  return {
    market,
    gap: ledger.profit(order, at) - ledger.profit(order, market),
    premium: nearestMicro(product(fromPrice(premium, terms), size)),
  };
}
