import type { OutputOfStaff, bulkMessageCalls } from '@fairlot/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { BulkRow } from './queries.ts';
import type { BulkText } from './texts.ts';

type WireMessage = OutputOfStaff<typeof bulkMessageCalls.officeReleaseBulk>;
type WireDetail = OutputOfStaff<typeof bulkMessageCalls.officeBulkMessage>;
type WireRecipient = OutputOfStaff<typeof bulkMessageCalls.officeBulkRecipients>['list'][number];

/** Converts a message to its wire format. */
export function presentBulk(row: BulkRow): WireMessage {
  return {
    id: Number(row.id),
    subject: textsOf(row).find(({ language }) => language === 'en')?.subject ?? '',
    kind: row.kind,
    by_chat: row.by_chat,
    by_mail: row.by_mail,
    state: row.state,
    author: row.author,
    created_at: row.created_at.toISOString(),
    releaser: row.releaser,
    released_at: row.released_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    recipients: row.recipients,
    sent: row.sent,
    skipped: row.skipped,
  };
}

/** Converts a message with its selection and texts. */
export function presentDetail(row: BulkRow): WireDetail {
  return {
    ...presentBulk(row),
    selection: JSON.parse(row.selection) as WireDetail['selection'],
    texts: [...textsOf(row)],
  };
}

export function textsOf({ texts }: Pick<BulkRow, 'texts'>): readonly BulkText[] {
  return JSON.parse(texts) as readonly BulkText[];
}

/** Converts a recipient to its wire format. */
export function presentRecipient(
  row: Omit<Selectable<Tables['bulk_recipients']>, 'bulk_id' | 'token_hash'>,
): WireRecipient {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    state: row.state,
    language: row.language,
    by_chat: row.by_chat,
    by_mail: row.by_mail,
    reason: row.reason,
    at: row.at?.toISOString() ?? null,
  };
}
