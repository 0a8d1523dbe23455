import type { CopyField } from './choice.ts';

/** The field that each refusal of terms concerns. */
export const COPY_REFUSALS: Readonly<Record<string, CopyField>> = {
  allocation_out_of_bounds: 'allocation',
  insufficient_balance: 'allocation',
  insufficient_margin: 'allocation',
  leverage_not_listed: 'maxLeverage',
};
