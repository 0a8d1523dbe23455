import type { Instrument } from '@fairlot/domain';
import type { Outcome, SetDealing } from '../../index.ts';
import { decimal, decimalsOf } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { OK, no } from './outcomes.ts';

/** A price with the instrument's decimals. */
export function shown(terms: Instrument, price: bigint): string {
  return decimal(price / 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision), terms.pricePrecision);
}

/** True when a price is more than ten times away from the market. */
export function isAbsurd(ledger: Ledger, terms: Instrument, prices: readonly (bigint | undefined)[]): boolean {
  const quote = ledger.books.markets.get(terms.id)?.quote;
  return prices.some(
    (price) => price !== undefined && quote !== undefined && (price > 10n * quote.ask || 10n * price < quote.bid),
  );
}

/** The reason why an instrument can't be dealt in now. */
export function dealingProblem(
  ledger: Ledger,
  terms: Instrument,
  time: number,
): 'market_data_missing' | 'instrument_halted' | 'market_closed' | 'market_data_stale' | 'price_in_doubt' | undefined {
  const involved = [terms.id, ...(terms.conversion === null ? [] : [terms.conversion.instrument])];
  if (involved.some((id) => ledger.books.markets.get(id)?.quote === undefined || !ledger.books.instruments.has(id)))
    return 'market_data_missing';
  if (ledger.isHalted(terms.id)) return 'instrument_halted';
  if (!ledger.isOpen(terms.id)) return 'market_closed';
  return priceProblem(ledger, involved, time);
}

/** The reason why results of an instrument can't be converted now. */
export function conversionProblem(ledger: Ledger, { conversion }: Instrument, time: number): PriceProblem | undefined {
  return conversion === null ? undefined : priceProblem(ledger, [conversion.instrument], time);
}

type PriceProblem = 'instrument_halted' | 'market_data_stale' | 'price_in_doubt';

function priceProblem(ledger: Ledger, involved: readonly number[], time: number): PriceProblem | undefined {
  for (const id of involved) {
    if (ledger.isHalted(id)) return 'instrument_halted';
    if (ledger.isStale(id, time)) return 'market_data_stale';
    if (ledger.isInDoubt(id) || (ledger.isOpen(id) && ledger.books.bursts.has(id))) return 'price_in_doubt';
  }
  return undefined;
}

/** Refuses a stop-loss or take-profit less than one point on its correct side of the reference. */
export function wrongLevel(
  terms: Instrument,
  side: 'buy' | 'sell',
  reference: bigint,
  stop: bigint | undefined,
  take: bigint | undefined,
): Outcome | undefined {
  const point = 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
  const direction = side === 'buy' ? 1n : -1n;
  const nearest = (price: bigint): Record<string, string> => ({
    nearest: decimal(price / point, terms.pricePrecision),
  });
  if (stop !== undefined && (reference - stop) * direction < point)
    return no('stop_loss_wrong_side', nearest(reference - direction * point));
  if (take !== undefined && (take - reference) * direction < point)
    return no('take_profit_wrong_side', nearest(reference + direction * point));
  return undefined;
}

/** The terms that define an instrument's prices and volumes. */
export function meaning(of: Instrument): string {
  return [
    of.pricePrecision,
    decimalsOf(of),
    of.unitsPerLot,
    of.quoteCurrency,
    of.conversion?.instrument,
    of.conversion?.inverse,
  ].join();
}

/** Halts an instrument, restricts it to closing, or releases it. */
export function setDealing(ledger: Ledger, { instrument, mode }: SetDealing): Outcome {
  const { instruments, modes } = ledger.books;
  if (!instruments.has(instrument)) return no('unknown_instrument');
  if ((modes.get(instrument) ?? 'normal') === mode) return OK;
  modes.set(instrument, mode);
  ledger.say(`dealing in ${instrument}: ${mode}`);
  return OK;
}
