import type { Money } from '@fairlot/domain';
import type { UnkeyedCommand } from './unkeyed-command.ts';

const TYPES = ['reward', 'chargeCopyFee', 'payCopyFee', 'chargeCopyFee'] as const;
/** Makes some fees larger than their copiers can pay. */
const LARGE = 100n;

/** A reward, or the fee of a copy. `reference` chooses, so that this draws no number. */
export function someReward(amount: Money, reference: number): UnkeyedCommand {
  const type = TYPES[reference % TYPES.length] ?? 'reward';
  const factor = type === 'chargeCopyFee' && reference % 8 === 1 ? LARGE : 1n;
  return {
    type,
    amount: (amount * factor) as Money,
    memo: type === 'reward' ? 'fixed' : '20% of new profit',
    reference,
  };
}
