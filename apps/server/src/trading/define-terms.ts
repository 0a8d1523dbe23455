import type { Instrument } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { Pool } from 'pg';
import { decode, encode } from './journal/codec.ts';
import type { HostOutcome, TradingHost } from './port.ts';

/** Thrown when an engine refuses the operator's rules or terms. */
export class TermsRefusedError extends Error {
  override readonly name = 'TermsRefusedError';
  readonly reason: string;

  constructor(subject: string, reason: string) {
    super(`${subject} refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Submits the operator's rules and the terms of the listed instruments when they differ from those of the host's shard, and removes
 * instruments that are no longer listed: the process may have ended between two shards. Throws when the engine refuses
 * them, for instance because new terms would revalue alive orders.
 */
export async function defineTerms(
  trading: TradingHost,
  pool: Pool,
  rules: TradingRules,
  instruments: readonly Instrument[],
  shard = 0,
): Promise<void> {
  const { rows } = await pool.query<{ id: number; terms: string }>(
    'select id, terms from instrument_terms where shard = $1',
    [shard],
  );
  const known = new Map(rows.map(({ id, terms }) => [id, encode(termsOf(decode(terms) as Instrument))]));
  const changed = instruments.map(termsOf).filter((instrument) => known.get(instrument.id) !== encode(instrument));
  await Promise.all(
    changed.map(async (instrument) => {
      const outcome = await trading.submit({ type: 'defineInstrument', instrument });
      if (!outcome.ok) throw new TermsRefusedError(`the terms of ${instrument.code} were`, outcome.reason);
    }),
  );
  const listed = new Set(instruments.map(({ id }) => id));
  const unlisted = rows.map(({ id }) => id).filter((id) => !listed.has(id));
  // The newest first: no instrument converts through a later one.
  for (const id of unlisted.sort((left, right) => right - left)) {
    const removed = await removeUnlisted(trading, id);
    if (!removed.ok) throw new TermsRefusedError(`the removal of instrument ${id} was`, removed.reason);
  }
  // After the instruments: the fee mode of the rules must not change while an instrument has none of its own.
  if (!hasRules(trading, rules)) {
    const outcome = await trading.submit({ type: 'setRules', rules });
    if (!outcome.ok) throw new TermsRefusedError('the trading rules were', outcome.reason);
  }
}

/** True when a host has these rules; false while it recovers. */
export function hasRules({ rules: known }: Pick<TradingHost, 'rules'>, rules: TradingRules): boolean {
  return (
    known !== undefined && (Object.keys(rules) as (keyof TradingRules)[]).every((key) => known[key] === rules[key])
  );
}

/** Restricts and removes an instrument that is not listed, and so was never dealt in or is no longer. */
export async function removeUnlisted(trading: TradingHost, instrument: number): Promise<HostOutcome> {
  const memo = 'not listed';
  const set = await trading.submit({ type: 'setDealing', instrument, mode: 'closeOnly', staff: 0, memo });
  return set.ok ? trading.submit({ type: 'removeInstrument', instrument }) : set;
}

/** The fields that the engine needs, in a fixed order. */
export function termsOf(given: Instrument): Instrument {
  const {
    id,
    code,
    quoteCurrency,
    pricePrecision,
    priceScale,
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
    // Absent for the usual scale, so that rows of former versions keep their text.
    ...(priceScale !== undefined && { priceScale }),
  };
}
