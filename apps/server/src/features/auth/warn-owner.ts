import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import type { MailTemplate } from '../../messages/message.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';

/** Tells the owner of an account, by mail or SMS, of a deed from a network address. */
export type WarnOwner = (user: number, template: MailTemplate, address: string) => Promise<void>;

export interface WarnOwnerDeps {
  readonly db: Kysely<Tables>;
  readonly notices: UserNotices;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Builds the warnings of deeds that have no transaction of their own. */
export function warnOwner({ db, notices, outbox, clock }: WarnOwnerDeps): WarnOwner {
  return async (user, template, address) => {
    await db
      .transaction()
      .execute((transaction) => notices.put(transaction, { user, template, at: new Date(clock()), address }));
    outbox.wake();
  };
}
