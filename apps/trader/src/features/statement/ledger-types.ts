import type { Text } from '../../shared/text.ts';

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
] as const;

/** The ledger types by their numbers in the contract, which count from 1. */
export function ledgerTypes(text: Text): readonly { readonly value: number; readonly label: string }[] {
  return NAMES.map((name, index) => ({ value: index + 1, label: text(`statement.movement.${name}`) }));
}
