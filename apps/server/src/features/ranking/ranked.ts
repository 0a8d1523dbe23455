import type { RankingSort } from '@fairlot/contract';
import type { Member } from './listings.ts';
import type { Figures } from './measure.ts';

/** A member with its figures. */
export interface Ranked {
  readonly member: Member;
  readonly figures: Figures;
}

const VALUE: Readonly<Record<RankingSort, (figures: Figures) => bigint | undefined>> = {
  three_week_rate: ({ threeWeekRate }) => threeWeekRate,
  three_week_win: ({ threeWeekWin }) => threeWeekWin,
  three_week_profit: ({ threeWeekProfit }) => threeWeekProfit,
  total_rate: ({ totalRate }) => totalRate,
  total_trade_num: ({ totalTrades }) => BigInt(totalTrades),
  multiple: ({ multiple }) => multiple,
};

/** Sorts entries best first. Entries without a value come last; equal ones are sorted by number. */
export function ranked(entries: readonly Ranked[], by: RankingSort): readonly Ranked[] {
  const value = VALUE[by];
  return entries.toSorted(
    (left, right) => compare(value(right.figures), value(left.figures)) || left.member.number - right.member.number,
  );
}

function compare(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a > b ? 1 : -1;
}
