import { SWAP_TERMS, guardedTerms } from '@fairlot/contract';
import type { ListedInstrument } from '../../../market/port.ts';
import { isSameJson } from '../../../platform/same-json.ts';
import type { ProposalDraft } from '../../../staff/proposals/proposal-store.ts';
import type { CategoryTerms } from './instrument-groups.ts';
import { type GivenTerms, type OfficeTerms, officeTerms } from './terms.ts';

type Name = keyof OfficeTerms;

/** The terms that differ between two states of an instrument. */
export interface ChangedTerms {
  readonly instrument: number;
  readonly names: readonly Name[];
  readonly before: OfficeTerms;
  readonly after: OfficeTerms;
  /** True when one of the terms needs a second person. */
  readonly isGuarded: boolean;
  /** True when its category does, because groups have other terms for it. */
  readonly isCategoryGuarded: boolean;
  readonly isSwap: boolean;
}

export function changeOf(
  now: ListedInstrument,
  next: ListedInstrument,
  groups?: Pick<CategoryTerms, 'effects'>,
): ChangedTerms {
  const [before, after] = [officeTerms(now), officeTerms(next)];
  const names = (Object.keys(after) as Name[]).filter((name) => !isSameJson(before[name], after[name]));
  const isMoved = names.includes('category_id');
  const isCategoryGuarded = isMoved && (groups?.effects(now, next.categoryId) ?? []).length > 0;
  return {
    instrument: now.id,
    names,
    before,
    after,
    isGuarded: isCategoryGuarded || guardedTerms(pick(after, names)).length > 0,
    isCategoryGuarded,
    isSwap: names.some((name) => isOneOf(SWAP_TERMS, name)),
  };
}

/**
 * The proposals of a guarded change, and the terms that may change at once. The swap is a proposal of its own, because it
 * takes effect at a rollover; other terms wait together if one of them is guarded.
 */
export function draftsOf(
  change: ChangedTerms,
  author: number,
): { readonly drafts: readonly ProposalDraft[]; readonly atOnce: Partial<OfficeTerms> } {
  const { instrument, names, before, after, isSwap } = change;
  const rest = names.filter((name) => !isOneOf(SWAP_TERMS, name));
  const draft = (kind: ProposalDraft['kind'], changed: readonly Name[]): ProposalDraft => ({
    kind,
    subject: instrument,
    before: pick(before, changed),
    after: pick(after, changed),
    // The values before tell whether the record has changed.
    baseVersion: 0,
    author,
  });
  const waits = change.isCategoryGuarded || guardedTerms(pick(after, rest)).length > 0;
  return {
    drafts: [...(isSwap ? [draft('swap', SWAP_TERMS)] : []), ...(waits ? [draft('instrument', rest)] : [])],
    atOnce: waits ? {} : pick(after, rest),
  };
}

/** True when an instrument has these terms, given as JSON. */
export function hasTerms(instrument: ListedInstrument, json: string): boolean {
  return differingTerms(instrument, JSON.parse(json) as Partial<OfficeTerms>) === undefined;
}

/** The instrument's values of those terms that it does not have, as texts; undefined when it has them all. */
export function differingTerms(
  instrument: ListedInstrument,
  terms: GivenTerms,
): Readonly<Record<string, string>> | undefined {
  const now = officeTerms(instrument);
  const names = (Object.keys(terms) as Name[]).filter((name) => !isSameJson(now[name], terms[name]));
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, textOf(now[name])]));
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function textOf(value: OfficeTerms[Name]): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value);
}

function pick(terms: OfficeTerms, names: readonly Name[]): Partial<OfficeTerms> {
  return Object.fromEntries(names.map((name) => [name, terms[name]]));
}
