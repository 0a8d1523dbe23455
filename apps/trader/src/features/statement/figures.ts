import type { Text } from '../../shared/language/language.ts';
import type { Statement } from '@fairlot/client';
import { lessOf, sumOf } from './Amount.tsx';

/** Splits the change of the balance into trading and payments. */
export function changesOf({ movements }: Pick<Statement, 'movements'>): {
  readonly trading: string;
  readonly payments: string;
} {
  const trading = sumOf(
    movements.realisedProfit,
    movements.tradingFees,
    movements.swaps,
    movements.guaranteePremiums,
    movements.fillCorrections,
  );
  return { trading, payments: lessOf(movements.total, trading) };
}

/** One kind of movement. Only results use the price colours, payments and costs do not. */
export interface Moved {
  readonly name: string;
  readonly value: string;
  readonly isResult?: boolean;
}

/** Kinds of movement in a statement's order, without those that are zero. */
export function movedOf({ movements }: Pick<Statement, 'movements'>, t: Text): readonly Moved[] {
  return [
    { name: t('statement.movement.deposit'), value: movements.deposits },
    { name: t('statement.movement.withdrawal'), value: movements.withdrawals },
    { name: t('statement.movement.withdrawalFee'), value: movements.withdrawalFees },
    { name: t('statement.movement.demoFunding'), value: movements.demoFunding },
    { name: t('statement.movement.realisedProfit'), value: movements.realisedProfit, isResult: true },
    { name: t('statement.movement.tradingFee'), value: movements.tradingFees },
    { name: t('statement.movement.swap'), value: movements.swaps },
    { name: t('statement.movement.fillCorrection'), value: movements.fillCorrections, isResult: true },
    { name: t('statement.movement.guaranteePremium'), value: movements.guaranteePremiums },
    { name: t('statement.movement.copyFee'), value: movements.copyFees },
    { name: t('statement.movement.adjustment'), value: movements.adjustments },
    { name: t('statement.movement.reward'), value: movements.rewards },
    { name: t('statement.movement.cover'), value: movements.covers },
  ].filter(({ value }) => /[1-9]/.test(value));
}

/** Costs of instruments in a table's order. Premiums are rare, so they are named only where one was paid. */
export function instrumentCosts(
  instruments: Statement['instruments'],
  t: Text,
): readonly { readonly key: 'fees' | 'swaps' | 'premiums'; readonly name: string }[] {
  const costs = [
    { key: 'fees', name: t('statement.stat.fees') },
    { key: 'swaps', name: t('statement.stat.swaps') },
    { key: 'premiums', name: t('orders.field.premiumPaid') },
  ] as const;
  return costs.filter(({ key }) => key !== 'premiums' || instruments.some(({ premiums }) => /[1-9]/.test(premiums)));
}
