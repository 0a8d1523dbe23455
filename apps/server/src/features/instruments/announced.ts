import type { InputOfStaff, SWAP_TERMS, officeInstrumentCalls } from '@fairlot/contract';
import { type SwapTerms, parseRate } from '@fairlot/domain';
import type { ProposalRow } from '../../staff/proposals/proposal-store.ts';
import type { AnnouncedSwap } from '../../trading/announced-swaps.ts';

type GivenTerms = InputOfStaff<typeof officeInstrumentCalls.officeChangeInstrument>['terms'];
/** The terms of a swap in the words of the office. A proposal of a swap has all of them. */
export type OfficeSwap = { readonly [Key in (typeof SWAP_TERMS)[number]]: Exclude<GivenTerms[Key], undefined> };

/** The changes of swaps that scheduled proposals make. */
export function announcedSwaps(scheduled: readonly ProposalRow[]): readonly AnnouncedSwap[] {
  return scheduled.flatMap((row): AnnouncedSwap[] => {
    const { kind, effective_at: effectiveAt, subject_id: subject } = row;
    if (kind !== 'swap' || effectiveAt === null || subject === null) return [];
    const swap = swapFrom(JSON.parse(row.after) as OfficeSwap);
    return [{ id: Number(row.id), instrument: Number(subject), swap, from: effectiveAt.getTime() }];
  });
}

/** The contract checked the rates before they were stored. */
function swapFrom(terms: OfficeSwap): SwapTerms {
  const [long, short] = [parseRate(terms.swap_long), parseRate(terms.swap_short)];
  if (long === undefined || short === undefined) throw new Error('a proposed swap has an unreadable rate');
  return { mode: terms.swap_mode, long, short, tripleWeekday: terms.swap_triple_weekday };
}
