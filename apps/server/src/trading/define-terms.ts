import type { Instrument } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { Pool } from 'pg';
import { decode, encode } from './journal/codec.ts';
import type { TradingHost } from './port.ts';

/**
 * Submits the operator's rules and the terms of the listed instruments when they differ from those of the host's shard. Throws when
 * the engine refuses them, for instance because new terms would revalue alive orders.
 */
export async function defineTerms(
  trading: TradingHost,
  pool: Pool,
  rules: TradingRules,
  instruments: readonly Instrument[],
  shard = 0,
): Promise<void> {
  if (trading.rules === undefined || encode(trading.rules) !== encode(rules)) {
    const outcome = await trading.submit({ type: 'setRules', rules });
    if (!outcome.ok) throw new Error(`the trading rules were refused: ${outcome.reason}`);
  }
  const { rows } = await pool.query<{ id: number; terms: string }>(
    'select id, terms from instrument_terms where shard = $1',
    [shard],
  );
  const known = new Map(rows.map(({ id, terms }) => [id, encode(termsOf(decode(terms) as Instrument))]));
  const changed = instruments.map(termsOf).filter((instrument) => known.get(instrument.id) !== encode(instrument));
  await Promise.all(
    changed.map(async (instrument) => {
      const outcome = await trading.submit({ type: 'defineInstrument', instrument });
      if (!outcome.ok) throw new Error(`the terms of ${instrument.code} were refused: ${outcome.reason}`);
    }),
  );
}

/** The fields that the engine needs, in a fixed order. */
export function termsOf(given: Instrument): Instrument {
  const {
    id,
    code,
    quoteCurrency,
    pricePrecision,
    lotStep,
    minLots,
    maxLots,
    unitsPerLot,
    marginMode,
    leverages,
    feeMode,
    feeRate,
    staleAfterMs,
  } = given;
  const { mode, long, short, tripleWeekday } = given.swap;
  const conversion =
    given.conversion === null ? null : { instrument: given.conversion.instrument, inverse: given.conversion.inverse };
  return {
    id,
    code,
    quoteCurrency,
    pricePrecision,
    lotStep,
    minLots,
    maxLots,
    unitsPerLot,
    marginMode,
    leverages: [...leverages],
    ...(feeMode !== undefined && { feeMode }),
    feeRate,
    swap: { mode, long, short, tripleWeekday },
    conversion,
    staleAfterMs,
  };
}
