import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import { CodeStore } from './code-store.ts';
import { type EmailChange, EmailChangeStore } from './email-change-store.ts';
import { SessionQueries } from './session-queries.ts';

/** `frozen`, `closed`, `taken`: the change is cancelled for this reason. `over`: it had ended before. */
export type EmailChangeOutcome = 'done' | 'frozen' | 'closed' | 'taken' | 'over';

/**
 * Gives a user the new address in the transaction that holds the lock on the user's row: ends all sessions, starts the
 * wait of withdrawals, and tells both mailboxes.
 */
export async function applyEmailChange(
  transaction: Transaction<Tables>,
  { id, user_id: user, new_email: email, effective_at: from }: EmailChange,
  { notices, now }: { readonly notices: UserNotices; readonly now: number },
): Promise<EmailChangeOutcome> {
  const store = new EmailChangeStore(transaction);
  const at = new Date(now);
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'mobile', 'blocked_at', 'closing_at'])
    .where('id', '=', user)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const holder = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const barred =
    owner.blocked_at !== null
      ? 'frozen'
      : owner.closing_at !== null
        ? 'closed'
        : holder === undefined
          ? undefined
          : 'taken';
  if (barred !== undefined)
    return (await store.update(id, { state: 'cancelled', ended_at: at, ended_words: barred })) ? barred : 'over';
  if ((await store.update(id, { state: 'done', ended_at: at })) === undefined) return 'over';
  const before = owner.email ?? owner.mobile;
  // The former mailbox can still freeze the account.
  if (before !== null)
    await notices.put(transaction, {
      user,
      template: 'email_changed',
      at,
      to: { email: owner.email, mobile: owner.mobile },
      alsoMobile: from !== null,
    });
  await transaction.updateTable('users').set({ email, email_changed_at: at }).where('id', '=', user).execute();
  await notices.put(transaction, { user, template: 'email_changed', at });
  await new SessionQueries(transaction).endAll(Number(user));
  const codes = new CodeStore(transaction, now);
  for (const target of [before, email]) if (target !== null) await codes.dropUnused(target);
  return 'done';
}
