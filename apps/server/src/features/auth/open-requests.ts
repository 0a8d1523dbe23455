import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { EmailChangeStore } from './email-change-store.ts';
import { FactorResetStore } from './factor-reset-store.ts';

/** Cancels a user's open requests that would change how the account is entered: a new address, a removed authenticator. */
export async function cancelOpenRequests(
  transaction: Transaction<Tables>,
  user: number,
  reason: 'frozen' | 'new_password',
  at: Date,
): Promise<void> {
  await new FactorResetStore(transaction).cancel(user, reason, at);
  await new EmailChangeStore(transaction).cancel(user, reason, at);
}
