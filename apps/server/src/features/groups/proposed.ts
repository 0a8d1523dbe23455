import type { GroupDefinition } from '@fairlot/contract';
import type { ProposalRow } from '../../staff/proposals/proposal-store.ts';
import type { GroupValues, Spreads } from './record.ts';

type Stored = GroupDefinition & { readonly spreads: Spreads; readonly reason: string };

/** The values that a proposal of a group sets. The contract checked them before they were stored. */
export function proposedBy({ after }: Pick<ProposalRow, 'after'>): GroupValues & { readonly reason: string } {
  const { spreads, reason, ...definition } = JSON.parse(after) as Stored;
  return { definition, spreads, reason };
}
