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
