import type { Answer } from '../../../http/answer.ts';
import type { ListedInstrument } from '../../../market/port.ts';
import type { HostOutcome } from '../../../trading/port.ts';

/** The groups of accounts, whose terms follow from the listed instruments. */
export interface InstrumentGroups {
  /** True when a rule of a group names an instrument itself, not its category. */
  hasRuleOf(instrument: number): boolean;
  /** Takes the terms of an instrument out of all groups, before it is removed from the shards. */
  without(instrument: number): Promise<HostOutcome>;
  /** Brings all shards to the groups that follow from the listed instruments. */
  restore(): Promise<void>;
}

/** The terms that groups give an instrument by its category. */
export interface CategoryTerms {
  /** The groups in which the instrument would get other terms by another category. */
  effects(instrument: ListedInstrument, category: number): readonly GroupOfEffect[];
  /** The refusal of a category whose terms open positions must not get at once, or that are out of bounds. */
  refusal(instrument: ListedInstrument, category: number): Promise<Answer<never> | undefined>;
}

interface GroupOfEffect {
  readonly id: number;
  readonly name: string;
  /** True when the swap or the tiers differ. */
  readonly concernsPositions: boolean;
}
