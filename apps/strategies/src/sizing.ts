import type { CallOutput } from '@fairlot/client';

export type Instrument = CallOutput<'tradeList'>[number];

/** What one trade may lose, as a part of the balance. */
const RISK = 0.0025;
/** And the lots that it never exceeds. */
const MOST_LOTS = 1;
/** Leverage above this is not used, where the instrument lists a lower one. */
const USUAL_LEVERAGE = 100;

/** Dollars per unit of an instrument's quote currency; undefined before the first quote of the leg that converts it. */
export function dollarsPerUnit(instrument: Instrument, all: readonly Instrument[]): number | undefined {
  const leg = instrument.Conversion;
  if (leg === null) return 1;
  const quote = all.find(({ Id }) => Id === leg.Id)?.ForexQuotations;
  if (quote === undefined || quote === null) return undefined;
  const middle = (Number(quote.Bid) + Number(quote.Ask)) / 2;
  return leg.Inverse ? 1 / middle : middle;
}

/** Lots with which a stop at this distance loses the risked part of the balance; undefined when even the smallest volume risks more. */
export function lotsFor(instrument: Instrument, balance: number, stop: number, conversion: number): string | undefined {
  const lossPerLot = stop * Number(instrument.ForexContNum) * conversion;
  if (!(lossPerLot > 0)) return undefined;
  const step = Number(instrument.Pip);
  const most = Math.min(MOST_LOTS, Number(instrument.ForexMaxCont), (balance * RISK) / lossPerLot);
  const lots = Math.floor(most / step + 1e-9) * step;
  return lots < Number(instrument.ForexMinCont) ? undefined : String(Number(lots.toFixed(4)));
}

/** The highest listed leverage that is still usual, or the lowest one. */
export function leverageOf({ HasForexMultiple: listed }: Instrument): number | undefined {
  const values = listed.map(({ Value }) => Value).sort((a, b) => a - b);
  return values.findLast((value) => value <= USUAL_LEVERAGE) ?? values[0];
}
