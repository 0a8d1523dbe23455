import type { ProposalRow } from '../../../../staff/proposals/proposal-store.ts';
import type { PlannedRow } from './plan.ts';

type Texts = Readonly<Record<string, string>>;

/** The fields that a plan changes, by row and field: "EURUSD max_lots". */
export function planTexts(rows: readonly PlannedRow[]): { readonly before: Texts; readonly after: Texts } {
  const before: Record<string, string> = {};
  const after: Record<string, string> = {};
  for (const row of rows) {
    if (row.state === 'refused') continue;
    for (const { field, from, to } of row.changes) {
      const key = `${row.name} ${field}`;
      if (from !== null) before[key] = from;
      after[key] = to;
    }
  }
  return { before, after };
}

/**
 * True when a plan changes nothing but the fields that a proposal shows, from the values that it shows. It may change
 * fewer: a crash can have followed a part of it. A new record has no values before it.
 */
export function isStillPlanned(rows: readonly PlannedRow[], proposal: Pick<ProposalRow, 'before' | 'after'>): boolean {
  if (rows.some(({ state }) => state === 'refused')) return false;
  const [before, after] = [JSON.parse(proposal.before) as Texts, JSON.parse(proposal.after) as Texts];
  const now = planTexts(rows);
  return Object.entries(now.after).every(
    ([key, to]) => after[key] === to && (before[key] === undefined || before[key] === now.before[key]),
  );
}
