import type { GroupDefinition } from '@fairlot/contract';
import { DEFAULT_GROUPS, type GroupId } from '@fairlot/domain';

/** Usual spreads by instrument, in its smallest steps of price, as they were when the group was saved. */
export type Spreads = Readonly<Record<string, number>>;

/** All values of a group. */
export interface GroupValues {
  readonly definition: GroupDefinition;
  readonly spreads: Spreads;
}

/** A group of accounts in the operator's words. */
export interface GroupRecord extends GroupValues {
  readonly id: GroupId;
  readonly version: number;
}

/** The kind of new accounts that begin in a group; undefined for groups that the operator added. */
export function defaultKindOf(id: GroupId): 'real' | 'demo' | undefined {
  if (id === DEFAULT_GROUPS.real) return 'real';
  return id === DEFAULT_GROUPS.demo ? 'demo' : undefined;
}
