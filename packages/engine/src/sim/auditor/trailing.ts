import type { AmendOrder, Outcome, SetStops } from '../../index.ts';
import type { AuditedOrder } from './books.ts';
import { shown } from './dealing.ts';
import { decimalsOf } from './exact.ts';
import { promiseText } from './guaranteed-price.ts';
import type { Ledger } from './ledger.ts';
import { no } from './outcomes.ts';

/** Closing price less stop as the position's owner wins: below the distance, the price has come back. */
function lead(ledger: Ledger, { instrument, side, off, stop = 0n }: AuditedOrder): bigint {
  const closing = ledger.closing(instrument, side, off);
  return side === 'buy' ? closing - stop : stop - closing;
}

/** True when the present price would take the stop at least a twentieth of its distance farther, or one point. */
export function mustFollow(ledger: Ledger, order: AuditedOrder): boolean {
  if (order.trail === undefined) return false;
  const one = pointOf(ledger, order.instrument);
  const twentieth = order.trail / (20n * one);
  return lead(ledger, order) - order.trail >= (twentieth === 0n ? one : twentieth * one);
}

/** Brings the stop of a position to its distance from the present price, unless it is nearer. */
export function pull(ledger: Ledger, order: AuditedOrder): void {
  const { trail, instrument, side, off } = order;
  if (trail === undefined || (order.stop !== undefined && lead(ledger, order) <= trail)) return;
  const one = pointOf(ledger, instrument);
  const closing = ledger.closing(instrument, side, off);
  if (side === 'sell') order.stop = closing + trail;
  else order.stop = closing - trail < one ? one : closing - trail;
}

/** The row's text of an order's levels. */
export function stopsText({ id, account, stop, take, trail, premium }: AuditedOrder): string {
  return `stops of ${id} of ${account}: ${stop ?? '-'} ${take ?? '-'}${trailText(trail)}${promiseText(premium)}`;
}

export function trailText(trail: bigint | undefined): string {
  return trail === undefined ? '' : ` trailing ${trail}`;
}

/** The distance after a command: a stop that it switches off takes its distance with it. */
export function trailAfter(order: AuditedOrder, command: SetStops | AmendOrder, stop: bigint | undefined) {
  if (command.type === 'setStops' && command.trailing !== undefined)
    return command.trailing > 0n ? command.trailing : undefined;
  return stop === undefined && order.stop !== undefined ? undefined : order.trail;
}

/** Refuses a distance that leaves no price for the stop of a buy. */
export function tooWide(
  ledger: Ledger,
  instrument: number,
  from: bigint,
  trail: bigint | undefined,
): Outcome | undefined {
  const most = from - pointOf(ledger, instrument);
  return trail !== undefined && trail > most
    ? no('trailing_too_wide', { widest: shown(ledger.terms(instrument), most) })
    : undefined;
}

function pointOf(ledger: Ledger, instrument: number): bigint {
  const terms = ledger.terms(instrument);
  return 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
}
