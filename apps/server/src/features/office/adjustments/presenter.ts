import type { OutputOfStaff, officeUserCalls } from '@fairlot/contract';
import { asMoney, formatMoney } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { storedRefusalText } from '../../../http/answer-text.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { AdjustmentRow } from './list-queries.ts';

type Wire = OutputOfStaff<typeof officeUserCalls.officeAdjust>;

/** Converts a correction to its wire format, with the text of a refusal in `language`. */
export function presentAdjustment(row: AdjustmentRow, language: LanguageCode): Wire {
  return {
    id: Number(row.id),
    user_id: Number(row.user_id),
    uid: uidOf(Number(row.user_id)),
    amount: formatMoney(asMoney(row.amount)),
    memo: row.memo,
    state: row.state,
    author: row.author,
    approver: row.approver,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    message: storedRefusalText(row.reason, language),
    about: row.about,
    about_id: row.about_id === null ? null : Number(row.about_id),
  };
}
