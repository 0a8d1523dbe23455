import type { Instrument } from '@fairlot/domain';
import type { Outcome, RemoveInstrument } from '../../index.ts';
import type { Ledger } from './ledger.ts';
import { OK, no } from './outcomes.ts';

/** Removes an instrument with its market. Its mode stays. */
export function removeInstrument(ledger: Ledger, { instrument: id }: RemoveInstrument): Outcome {
  const { instruments, markets, orders, bursts, groups } = ledger.books;
  if (!instruments.has(id)) return no('unknown_instrument');
  if (!ledger.isShutToNew(id)) return no('instrument_not_restricted');
  if (orders.some(({ instrument }) => instrument === id)) return no('instrument_has_orders');
  if (bursts.has(id)) return no('price_in_doubt');
  for (const { id: other, conversion } of instruments.values())
    if (other !== id && conversion?.instrument === id) return no('instrument_converts');
  for (const { terms } of groups.values())
    for (const { instrument } of terms) if (instrument === id) return no('instrument_in_group');
  instruments.delete(id);
  markets.delete(id);
  ledger.say(`no instrument ${id}`);
  return OK;
}

/** A rollover under way has the swap with which an instrument came back, unless it has kept an earlier one. */
export function noteListed({ books }: Ledger, { id, swap }: Instrument): void {
  books.rollovers = books.rollovers.map((begun) =>
    begun.changed.has(id) ? begun : { ...begun, swaps: new Map([...begun.swaps, [id, swap]]) },
  );
}
