import type { OutputOfStaff, outboxCalls } from '@fairlot/contract';
import type { Selectable } from 'kysely';
import type { LanguageCode } from '@fairlot/i18n';
import type { OutboxTable } from '../../../db/tables/accounts.ts';
import { mailName } from '../../../messages/mail-name.ts';

type Wire = OutputOfStaff<typeof outboxCalls.officeOutbox>['list'][number];

/** Converts a message to its wire format without its body. The subject of a message with a code is hidden too. `language` is the reader's. */
export function presentMessage(row: Selectable<OutboxTable>, language: LanguageCode): Wire {
  return {
    id: Number(row.id),
    channel: row.channel,
    recipient: row.recipient,
    template: row.template,
    name: mailName(row.template, language),
    language: row.language,
    subject: row.secret ? '' : row.subject,
    state: row.state === 'blank' ? 'expired' : row.state,
    tries: row.tries,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    last_error: row.last_error ?? '',
  };
}
