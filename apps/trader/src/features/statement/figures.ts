import type { Text } from '../../shared/text.ts';
import type { Statement } from './wish.ts';
import { lessOf, sumOf } from './Amount.tsx';

/** What the balance changed by, in the two words of the summary: trading, and payments of any kind. */
export function changesOf({ movements }: Pick<Statement, 'movements'>): {
  readonly trading: string;
  readonly payments: string;
} {
  const trading = sumOf(movements.realised_profit, movements.trading_fees, movements.swaps);
  return { trading, payments: lessOf(movements.total, trading) };
}

/** A line of what moved. Colours of gain and loss are for results alone, not for payments and costs. */
export interface Moved {
  readonly name: string;
  readonly value: string;
  readonly isResult?: boolean;
}

/** What moved, in the order of a statement; what did not move is left out. */
export function movedOf({ movements }: Pick<Statement, 'movements'>, text: Text): readonly Moved[] {
  return [
    { name: text('statement.movement.deposit'), value: movements.deposits },
    { name: text('statement.movement.withdrawal'), value: movements.withdrawals },
    { name: text('statement.movement.withdrawalFee'), value: movements.withdrawal_fees },
    { name: text('statement.movement.demoFunding'), value: movements.demo_funding },
    { name: text('statement.movement.realisedProfit'), value: movements.realised_profit, isResult: true },
    { name: text('statement.movement.tradingFee'), value: movements.trading_fees },
    { name: text('statement.movement.swap'), value: movements.swaps },
    { name: text('statement.movement.adjustment'), value: movements.adjustments },
    { name: text('statement.movement.cover'), value: movements.covers },
  ].filter(({ value }) => /[1-9]/.test(value));
}
