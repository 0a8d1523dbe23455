import type { ListedInstrument } from '@fairlot/client';
import { LOTS_SCALE } from '@fairlot/domain';
import type { Lots } from '@fairlot/domain';

/** Maximum loss of one trade, as a share of the balance. */
const RISK = 0.0025;
/** Maximum lots of one trade. */
const MAX_LOTS = 1;
/** Maximum leverage, unless the instrument only lists higher ones. */
const MAX_LEVERAGE = 100;

/**
 * Dollars per unit of an instrument's quote currency; undefined before the first quote of the converting instrument.
 */
export function dollarsPerUnit(
  { conversion }: Pick<ListedInstrument, 'conversion'>,
  all: readonly Pick<ListedInstrument, 'id' | 'quotation'>[],
): number | undefined {
  if (conversion === null) return 1;
  const quotation = all.find(({ id }) => id === conversion.instrument)?.quotation;
  if (quotation === undefined || quotation === null) return undefined;
  const middle = (Number(quotation.bid) + Number(quotation.ask)) / 2;
  return conversion.inverse ? 1 / middle : middle;
}

/**
 * Lots for which a stop at this distance loses the risked share of the balance; undefined if even the smallest volume
 * risks more.
 */
export function lotsFor(
  instrument: Pick<ListedInstrument, 'unitsPerLot' | 'lotStep' | 'minLots' | 'maxLots'>,
  balance: number,
  stop: number,
  conversion: number,
): string | undefined {
  const lossPerLot = stop * Number(instrument.unitsPerLot) * conversion;
  if (!(lossPerLot > 0)) return undefined;
  const step = plain(instrument.lotStep);
  const most = Math.min(MAX_LOTS, plain(instrument.maxLots), (balance * RISK) / lossPerLot);
  const lots = Math.floor(most / step + 1e-9) * step;
  return lots < plain(instrument.minLots) ? undefined : String(Number(lots.toFixed(LOTS_SCALE)));
}

/** The highest listed leverage up to MAX_LEVERAGE, or the lowest listed one. */
export function leverageOf({ leverages }: Pick<ListedInstrument, 'leverages'>): number | undefined {
  const values = [...leverages].sort((a, b) => a - b);
  return values.findLast((value) => value <= MAX_LEVERAGE) ?? values[0];
}

function plain(lots: Lots): number {
  return Number(lots) / 10 ** LOTS_SCALE;
}
