import type { DefineInstrument, RemoveInstrument, SetDealing } from '../index.ts';
import type { Books } from './auditor/books.ts';
import type { Random } from './random.ts';
import type { SimulatedMarket } from './simulated-market.ts';

/** Removes an instrument, prepares the removal, or adds one that was removed. Some removals are refused. */
export function listingCommand(
  random: Random,
  { time, instruments }: Pick<SimulatedMarket, 'time' | 'instruments'>,
  { instruments: listed, orders, modes }: Books,
): DefineInstrument | RemoveInstrument | SetDealing {
  const gone = instruments.filter(({ id }) => !listed.has(id));
  // Back soon, so that most of them are dealt in most of the time.
  if (gone.length > 0 && random.chance(0.5)) {
    const [instrument, { pricePrecision }] = [random.pick(gone), random.pick(instruments)];
    // In another unit than before: nothing of the earlier one may count.
    const change = random.chance(0.3) ? { unitsPerLot: instrument.unitsPerLot * BigInt(1 + pricePrecision) } : {};
    return { type: 'defineInstrument', time, instrument: { ...instrument, ...change } };
  }
  const idle = instruments.filter(({ id }) => listed.has(id) && orders.every(({ instrument }) => instrument !== id));
  const ready = idle.filter(({ id }) => (modes.get(id) ?? 'normal') !== 'normal');
  if (ready.length > 0 && random.chance(0.5))
    return { type: 'removeInstrument', time, instrument: random.pick(ready).id };
  if (idle.length > 0 && random.chance(0.5)) {
    const { id } = random.pick(idle);
    return { type: 'setDealing', time, instrument: id, mode: 'closeOnly', staff: 3, memo: 'to be delisted' };
  }
  const restricted = instruments.filter(({ id }) => (modes.get(id) ?? 'normal') !== 'normal');
  const any = random.pick(restricted.length > 0 && random.chance(0.7) ? restricted : instruments);
  return { type: 'removeInstrument', time, instrument: random.chance(0.05) ? 77 : any.id };
}
