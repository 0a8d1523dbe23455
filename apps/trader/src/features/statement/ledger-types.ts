import type { Text } from '../../shared/language/language.ts';

const NAMES = [
  'deposit',
  'withdrawal',
  'withdrawalFee',
  'tradingFee',
  'realisedProfit',
  'reserve',
  'release',
  'swap',
  'demoFunding',
  'adjustment',
  'cover',
  'reward',
  'fillCorrection',
  'copyFee',
  'guaranteePremium',
] as const;

/** The ledger types with their numbers in the contract, which start at 1. */
export function ledgerTypes(t: Text): readonly { readonly value: number; readonly label: string }[] {
  return NAMES.map((name, index) => ({ value: index + 1, label: t(`statement.movement.${name}`) }));
}
