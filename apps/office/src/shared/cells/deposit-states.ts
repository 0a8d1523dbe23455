import type { DepositStatus } from '@fairlot/client';

/** The states of a deposit with their names in the catalogue, ordered by the wire numbers that filter the list. */
export const DEPOSIT_STATES = {
  unchecked: 'deposit0',
  finished: 'deposit1',
  rejected: 'deposit2',
  invalid: 'deposit3',
} as const satisfies Readonly<Record<DepositStatus, string>>;
