import type { OutputOfStaff, proposalCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { storedRefusalText } from '../../../http/answer-text.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';

/** Converts a proposal to its wire format, with the text of a refusal in `language`. */
export function presentProposal(
  row: ProposalRow,
  subjectName: string | undefined,
  language: LanguageCode,
): OutputOfStaff<typeof proposalCalls.decideProposal> {
  return {
    id: Number(row.id),
    kind: row.kind,
    subject_id: row.subject_id === null ? null : Number(row.subject_id),
    subject_name: subjectName ?? null,
    before: row.before,
    after: row.after,
    state: row.state,
    author_id: Number(row.author_id),
    author: row.author,
    approver: row.approver,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    effective_at: row.effective_at?.toISOString() ?? null,
    alone: row.alone,
    reason: row.reason,
    message: storedRefusalText(row.reason, language),
  };
}
