import { type RawBuilder, type Transaction, sql } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';

type Db = Transaction<Tables>;

/** Notices of one change. More staff than this are no house that Fairlot is made for. */
const MOST_NOTICES = 500;

/** Records which persons some accounts were until now, as far as they could sign in. */
export async function keepPersons(which: RawBuilder<unknown>, at: Date, db: Db): Promise<void> {
  await sql`insert into staff_former_owners (staff_id, person_id, until)
    select id, coalesce(acts_for_id, id), ${at} from staff
    where ${which} and password_hash is not null and totp_secret is not null`.execute(db);
}

/** Records the mailbox that another one replaces. */
export async function keepMailbox(staff: number, next: string, at: Date, db: Db): Promise<void> {
  await sql`insert into staff_former_owners (staff_id, email, until)
    select id, email, ${at} from staff where id = ${staff} and email <> ${next}`.execute(db);
}

/**
 * Mailboxes of all staff, except that of `author`, and those that were replaced after `since`: also the author's, whose
 * account may have been another person's.
 */
export async function noticeMailboxes(author: number, since: Date, db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from staff where email is not null and id <> ${author}
    union
    (select email from staff_former_owners
      where email is not null and until > ${since}
        and email <> coalesce((select email from staff where id = ${author}), '')
      order by id limit ${MOST_NOTICES})
    order by email limit ${MOST_NOTICES}`.execute(db);
  return rows.map(({ email }) => email);
}
