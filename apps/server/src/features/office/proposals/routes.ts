import { proposalCalls } from '@fairlot/contract';
import { done } from '../../../http/answer.ts';
import type { ProposalStore } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { presentProposal } from './presenter.ts';

/** Staff calls about changes that wait for a second person. */
export function registerProposals(calls: StaffCalls, store: ProposalStore, proposals: Proposals): void {
  calls.forList(proposalCalls.proposals, async (filters, slice, { language }) => {
    const { rows, total } = await store.page(filters, slice);
    const names = await proposals.subjectNames(rows);
    return done({ list: rows.map((row) => presentProposal(row, names.get(row.id), language)), total });
  });

  calls.forStaff(proposalCalls.decideProposal, async ({ id, approve }, { staff, language }) => {
    const decided = await proposals.decide(id, staff, approve);
    if (!decided.ok) return decided;
    const names = await proposals.subjectNames([decided.data]);
    return done(presentProposal(decided.data, names.get(decided.data.id), language));
  });
}
