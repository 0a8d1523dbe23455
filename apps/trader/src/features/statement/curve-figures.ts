import type { Statement } from '@fairlot/client';
import { parseMoney } from '@fairlot/domain';

/** Figures at the edges of a statement's curve, as the exact texts that the rest of the statement shows. */
export interface CurveFigures {
  readonly low: string;
  readonly high: string;
  /** Balance at the start and at the end of the period. */
  readonly first: string;
  readonly last: string;
}

/**
 * Lowest and highest figure of balance and net value, first and last balance. Texts, never floats: a figure that was a
 * float on its way rounds to another cent than the same figure in the summary.
 */
export function curveFigures({
  curve,
  opening,
}: {
  readonly curve: Pick<Statement['curve'], 'balance' | 'equity'>;
  readonly opening: Pick<Statement['opening'], 'total'>;
}): CurveFigures {
  const hadMoney = /[1-9]/.test(opening.total);
  const moved = curve.balance.map(({ value }) => value);
  const balances = hadMoney || moved.length === 0 ? [opening.total, ...moved] : moved;
  const marks = curve.equity.flatMap(({ value }) => (value === null ? [] : [value]));
  const all = [...balances, ...marks].sort((a, b) => {
    const [one, other] = [parseMoney(a) ?? 0n, parseMoney(b) ?? 0n];
    return one < other ? -1 : one > other ? 1 : 0;
  });
  return {
    low: all[0] ?? opening.total,
    high: all.at(-1) ?? opening.total,
    first: balances[0] ?? opening.total,
    last: balances.at(-1) ?? opening.total,
  };
}
