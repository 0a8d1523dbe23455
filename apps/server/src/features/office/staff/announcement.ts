import { DAY_MS } from '@fairlot/domain';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { Outbox } from '../../../messages/outbox.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { LoneChange } from '../../../staff/proposals/proposals.ts';
import { noticeMailboxes } from './former-owners.ts';
import type { StaffQueries } from './queries.ts';

/** A mailbox that another one replaced still gets notices for this long, because its owner may not have agreed. */
const FORMER_MAILBOX_MS = 7 * DAY_MS;

export interface AnnouncementDeps {
  readonly staff: StaffQueries;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * Mails all staff, disabled ones and replaced mailboxes too, that a change takes effect without a second person. Its
 * author gets none. Where no mail is sent, the office's pages alone show it.
 */
export async function announceLoneChange(
  { staff, outbox, clock }: AnnouncementDeps,
  db: Transaction<Tables>,
  { id, draft, name, effectiveAt }: LoneChange,
): Promise<void> {
  if (!outbox.sends('mail')) return;
  const author = (await staff.byId(draft.author, db))?.name ?? '';
  const at = `${effectiveAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  for (const to of await noticeMailboxes(draft.author, new Date(clock() - FORMER_MAILBOX_MS), db))
    await outbox.put(db, {
      channel: 'mail',
      to,
      template: 'staff_notice',
      // Accounts of staff have no language.
      language: 'en',
      params: { author, number: id, at, change: changeText(draft, name) },
    });
}

/** The record and its values before and after, a line each, with the names of the fields as programs know them. */
function changeText({ kind, before, after }: LoneChange['draft'], name: string | undefined): string {
  const lines = Object.entries(after).map(([field, value]) => {
    const [old, now] = [shown(before[field]), shown(value)];
    return old === now || old === '' ? `${field}: ${now}` : `${field}: ${old} -> ${now}`;
  });
  return [[kind, name].filter((part) => part !== undefined).join(' '), ...lines].join('\n');
}

function shown(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}
