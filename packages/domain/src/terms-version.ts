import { type Commission, type GroupTerms, type Markup, NO_MARKUP } from './group.ts';
import type { GuaranteeTerms } from './guarantee.ts';
import type { HedgedMargin } from './hedging.ts';
import type { FeeMode, Instrument, MarginMode, SwapTerms } from './instrument.ts';
import type { LeverageTier } from './tiers.ts';

/** The terms of an instrument that a trader sees before an order: fee, margin and swap. */
export type ShownTerms = Pick<Instrument, 'feeMode' | 'feeRate' | 'marginMode' | 'unitsPerLot' | 'swap'>;
/** The terms that a trader's group adds to those of an instrument. */
export interface ShownGroupTerms extends Pick<GroupTerms, 'markup' | 'commission' | 'tiers' | 'guarantee'> {
  readonly hedged?: HedgedMargin | undefined;
}
/** The operator's rules that a trader sees before an order. */
export interface ShownRules {
  readonly feeMode: FeeMode;
  readonly stopOutPercent: number;
}

/** Terms as a trader sees them, and their version. */
export interface VersionedTerms {
  readonly version: string;
  /** The fee for opening, whether it is the instrument's or a group's. */
  readonly fee: Commission;
  readonly marginMode: MarginMode;
  readonly unitsPerLot: bigint;
  readonly swap: SwapTerms;
  readonly stopOutPercent: number;
  readonly markup: Markup;
  /** Empty for none. */
  readonly tiers: readonly LeverageTier[];
  readonly hedged: HedgedMargin;
  /** Undefined: stops are not guaranteed. */
  readonly guarantee: GuaranteeTerms | undefined;
}

const OFFSET = 0xcbf2_9ce4_8422_2325n;
const PRIME = 0x100_0000_01b3n;
const BASE_36 = 36;

/**
 * The version of terms: equal terms have equal versions, other terms practically never (a 64-bit FNV-1a hash of their
 * text). An order carries the version that its trader saw, so that terms can't change under a ticket.
 */
export function termsVersion(terms: ShownTerms, rules: ShownRules, own: ShownGroupTerms = {}): string {
  const { mode, long, short, tripleWeekday } = terms.swap;
  const text = [
    feeModeOf(terms, rules),
    terms.feeRate,
    terms.marginMode,
    terms.unitsPerLot,
    mode,
    long,
    short,
    tripleWeekday,
    rules.stopOutPercent,
    // Absent without a group's own terms, so that the versions of the instrument's stay what they were.
    ...(own.markup === undefined ? [] : ['markup', own.markup.bid, own.markup.ask]),
    ...(own.commission === undefined ? [] : [own.commission.mode, own.commission.rate]),
    ...(own.tiers ?? []).flatMap(({ from, leverage }) => ['tier', from, leverage]),
    ...(own.hedged === undefined || own.hedged === 'both' ? [] : ['hedged', own.hedged]),
    ...(own.guarantee === undefined ? [] : ['guarantee', own.guarantee.premium, own.guarantee.distance]),
  ].join('|');
  let hash = OFFSET;
  for (let index = 0; index < text.length; index += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * PRIME);
  return hash.toString(BASE_36);
}

/** The terms that a version stands for. */
export function versionedTerms(terms: ShownTerms, rules: ShownRules, own: ShownGroupTerms = {}): VersionedTerms {
  return {
    version: termsVersion(terms, rules, own),
    fee: own.commission ?? { mode: feeModeOf(terms, rules), rate: terms.feeRate },
    marginMode: terms.marginMode,
    unitsPerLot: terms.unitsPerLot,
    swap: terms.swap,
    stopOutPercent: rules.stopOutPercent,
    markup: own.markup ?? NO_MARKUP,
    tiers: own.tiers ?? [],
    hedged: own.hedged ?? 'both',
    guarantee: own.guarantee,
  };
}

/** The meaning of an instrument's fee rate. Instruments defined before they had a mode of their own use the common one. */
export function feeModeOf(terms: Pick<Instrument, 'feeMode'>, rules: Pick<ShownRules, 'feeMode'>): FeeMode {
  return terms.feeMode ?? rules.feeMode;
}
