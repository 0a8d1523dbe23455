import {
  DEFAULT_GROUPS,
  type Group,
  type GroupTerms,
  HEDGED_MARGINS,
  areTiers,
  isOnPriceGrid,
  isSameSwap,
} from '@fairlot/domain';
import type { AssignGroup, DefineGroup, RemoveGroup } from '../command.ts';
import type { AccountGroup } from '../core/groups.ts';
import type { State } from '../core/state.ts';
import type { Work } from '../core/work.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { gridRefusal } from './dealing.ts';
import { DONE, refuse } from './outcomes.ts';

/** Adds a group, or replaces its terms for later commands. Swaps can't change while a rollover is being charged. */
export function defineGroup(work: Work, { group }: DefineGroup): Outcome {
  const refusal = groupRefusal(work.state, group);
  if (refusal !== undefined) return refuse(refusal);
  const old = work.state.groups.get(group.id)?.record;
  if (work.state.rollovers.length > 0 && changesSwaps(old?.terms ?? [], group.terms))
    return refuse('rollover_under_way');
  work.emit({ type: 'groupDefined', group });
  return DONE;
}

/** Removes a group in which there is no account. The groups of new accounts stay. */
export function removeGroup(work: Work, { group: id }: RemoveGroup): Outcome {
  const group = work.state.groups.get(id);
  if (group?.record === undefined) return refuse('unknown_group');
  if (group.accounts > 0 || isDefault(id)) return refuse('group_in_use');
  work.emit({ type: 'groupRemoved', group: id });
  return DONE;
}

/** Moves an account to a group. Swaps can't change while a rollover is being charged. */
export function assignGroup(work: Work, command: AssignGroup): Outcome {
  const account = work.state.accounts.get(command.account);
  if (account === undefined) return refuse('unknown_account');
  if (!isGroup(work.state, command.group)) return refuse('unknown_group');
  if (account.group.id === command.group) return DONE;
  if (work.state.rollovers.length > 0) return refuse('rollover_under_way');
  work.touch(account);
  work.emit({ type: 'groupAssigned', account: account.id, group: command.group });
  return DONE;
}

/** True when accounts may be in a group of this number. */
export function isGroup({ groups }: State, id: AccountGroup['id']): boolean {
  return isDefault(id) || groups.get(id)?.record !== undefined;
}

function isDefault(id: AccountGroup['id']): boolean {
  return id === DEFAULT_GROUPS.real || id === DEFAULT_GROUPS.demo;
}

function groupRefusal({ instruments }: State, { id, stopOutPercent, hedgedMargin, terms }: Group): Refusal | undefined {
  if (!Number.isSafeInteger(id) || id < 1) return 'group_invalid';
  if (stopOutPercent !== undefined && (!Number.isSafeInteger(stopOutPercent) || stopOutPercent < 0))
    return 'group_invalid';
  if (hedgedMargin !== undefined && !HEDGED_MARGINS.includes(hedgedMargin)) return 'group_invalid';
  for (const [at, each] of terms.entries()) {
    const before = terms[at - 1];
    if (before !== undefined && before.instrument >= each.instrument) return 'group_invalid';
    const instrument = instruments.get(each.instrument)?.terms;
    if (instrument === undefined) return 'unknown_instrument';
    const { markup, commission, tiers = [], guarantee } = each;
    if (markup !== undefined && (markup.bid < 0n || markup.ask < 0n)) return 'group_invalid';
    if (markup !== undefined && !(isOnPriceGrid(instrument, markup.bid) && isOnPriceGrid(instrument, markup.ask)))
      return 'price_off_grid';
    if (guarantee !== undefined && (guarantee.premium < 0n || guarantee.distance < 0n)) return 'group_invalid';
    if (guarantee !== undefined && gridRefusal(instrument, [guarantee.premium, guarantee.distance]) !== undefined)
      return 'price_off_grid';
    if (commission !== undefined && commission.rate < 0n) return 'group_invalid';
    // A fixed margin says nothing about the exposure.
    if (!areTiers(tiers) || (tiers.length > 0 && instrument.marginMode === 'fixed')) return 'group_invalid';
  }
  return undefined;
}

function changesSwaps(old: readonly GroupTerms[], terms: readonly GroupTerms[]): boolean {
  const numbers = new Set([...old, ...terms].map(({ instrument }) => instrument));
  return [...numbers].some((id) => {
    const [before, after] = [old, terms].map((list) => list.find(({ instrument }) => instrument === id)?.swap);
    if (before === undefined || after === undefined) return before !== after;
    return !isSameSwap(before, after);
  });
}
