/** Kinds of ledger entries, by their numbers in the contract. */
export const LEDGER_TYPES = {
  deposit: 1,
  withdrawal: 2,
  withdrawalFee: 3,
  tradingFee: 4,
  realisedProfit: 5,
  reserve: 6,
  release: 7,
  swap: 8,
  demoFunding: 9,
  adjustment: 10,
  negativeBalanceCover: 11,
  reward: 12,
  fillCorrection: 13,
  copyFee: 14,
  guaranteePremium: 15,
} as const;
/** The greatest number of a ledger type. */
export const LAST_LEDGER_TYPE = Math.max(...Object.values(LEDGER_TYPES));

export type LedgerType = keyof typeof LEDGER_TYPES;

/**
 * The books of an account: `cash` is its balance, `orderReserve` is frozen by pending orders, `withdrawalHold` is
 * frozen by withdrawals under review. House accounts have only `cash`.
 */
export const BOOKS = ['cash', 'orderReserve', 'withdrawalHold'] as const;
export type Book = (typeof BOOKS)[number];

/** The house's own accounts. Money enters and leaves client accounts only through them. */
export const HOUSE_ACCOUNTS = [
  'profit',
  'fees',
  'swap',
  'depositsClearing',
  'withdrawalsClearing',
  'negativeBalanceCover',
  'demoIssuance',
  'adjustments',
  'rewards',
  'copyFees',
  'guarantees',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];
