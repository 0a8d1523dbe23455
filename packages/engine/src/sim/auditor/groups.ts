import type { Instrument } from '@fairlot/domain';
import type { AssignGroup, DefineGroup, Outcome, RemoveGroup } from '../../index.ts';
import { decimalsOf } from './exact.ts';
import type { Ledger } from './ledger.ts';
import { OK, no } from './outcomes.ts';

/** Groups 1 and 2 always exist. */
export function isGroup({ books }: Ledger, group: number): boolean {
  return group === 1 || group === 2 || books.groups.has(group);
}

export function defineGroup(ledger: Ledger, { group }: DefineGroup): Outcome {
  const { books } = ledger;
  let last = Number.NEGATIVE_INFINITY;
  for (const { instrument, markup, commission, tiers = [], guarantee } of group.terms) {
    if (instrument <= last) return no('group_invalid');
    last = instrument;
    const terms = books.instruments.get(instrument);
    if (terms === undefined) return no('unknown_instrument');
    if (markup !== undefined && (markup.bid < 0n || markup.ask < 0n)) return no('group_invalid');
    if (markup !== undefined && (markup.bid % stepOf(terms) !== 0n || markup.ask % stepOf(terms) !== 0n))
      return no('price_off_grid');
    if (guarantee !== undefined) {
      const both = [guarantee.premium, guarantee.distance];
      if (both.some((each) => each < 0n)) return no('group_invalid');
      if (both.some((each) => each % stepOf(terms) !== 0n)) return no('price_off_grid');
    }
    if (commission !== undefined && commission.rate < 0n) return no('group_invalid');
    if (tiers.length > 0 && (terms.marginMode === 'fixed' || !isSound(tiers))) return no('group_invalid');
  }
  if (books.rollovers.length > 0 && swapsOf(books.groups.get(group.id)) !== swapsOf(group))
    return no('rollover_under_way');
  books.groups.set(group.id, group);
  ledger.say(`group ${group.id}`);
  return OK;
}

export function removeGroup(ledger: Ledger, { group }: RemoveGroup): Outcome {
  const { books } = ledger;
  if (!books.groups.has(group)) return no('unknown_group');
  if (group <= 2 || [...books.accounts.keys()].some((account) => ledger.groupOf(account) === group))
    return no('group_in_use');
  books.groups.delete(group);
  ledger.say(`no group ${group}`);
  return OK;
}

export function assignGroup(ledger: Ledger, { account, group }: AssignGroup): Outcome {
  if (!ledger.books.accounts.has(account)) return no('unknown_account');
  if (!isGroup(ledger, group)) return no('unknown_group');
  if (ledger.groupOf(account) === group) return OK;
  if (ledger.books.rollovers.length > 0) return no('rollover_under_way');
  ledger.books.moved.set(account, group);
  ledger.touched.add(account);
  ledger.say(`account ${account} to group ${group}`);
  return OK;
}

/** True when a group has a markup on the instrument. */
export function isMarked({ books }: Ledger, instrument: number): boolean {
  return [...books.groups.values()].some(({ terms }) =>
    terms.some((own) => own.instrument === instrument && own.markup !== undefined),
  );
}

/** True when a group has tiers on the instrument. */
export function isTiered({ books }: Ledger, instrument: number): boolean {
  return [...books.groups.values()].some(({ terms }) =>
    terms.some((own) => own.instrument === instrument && own.tiers !== undefined && own.tiers.length > 0),
  );
}

/** Tiers begin at nothing, and each asks for more than the one before. */
function isSound(tiers: readonly { readonly from: bigint; readonly leverage: number }[]): boolean {
  return tiers.every(({ from, leverage }, at) => {
    const before = at === 0 ? undefined : tiers[at - 1];
    return before === undefined ? from === 0n : from > before.from && leverage < before.leverage;
  });
}

function stepOf(terms: Instrument): bigint {
  return 10n ** BigInt(decimalsOf(terms) - terms.pricePrecision);
}

/** The swaps of a group as text. */
function swapsOf(group: DefineGroup['group'] | undefined): string {
  const own = (group?.terms ?? []).flatMap(({ instrument, swap }) =>
    swap === undefined ? [] : [`${instrument} ${swap.mode} ${swap.long} ${swap.short} ${swap.tripleWeekday}`],
  );
  return own.join();
}
