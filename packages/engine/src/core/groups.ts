import {
  type Commission,
  type Group,
  type GroupId,
  type Instrument,
  type InstrumentId,
  type LeverageTier,
  type Markup,
  NO_MARKUP,
  type SwapTerms,
  isUnmarked,
  termsVersion,
} from '@fairlot/domain';
import type { TradingRules } from '../command.ts';

/** The terms of an instrument for the accounts of a group. */
export interface AccountTerms {
  /** With the group's swap, and without leverages above its cap. */
  readonly terms: Instrument;
  readonly markup: Markup;
  /** Undefined: the instrument's own fee. */
  readonly commission: Commission | undefined;
  /** The group's own swap; undefined: the instrument's. */
  readonly swap: SwapTerms | undefined;
  readonly offered: boolean;
  /** Tiers of leverage by exposure; empty for none. */
  readonly tiers: readonly LeverageTier[];
}

interface Known extends AccountTerms {
  readonly of: Instrument;
  version: string;
  versionedUnder: TradingRules | undefined;
}

/** A group of accounts: its record, and the terms that follow from it and from the instruments. */
export class AccountGroup {
  readonly id: GroupId;
  /** Undefined until the group is defined: the instruments' own terms apply. */
  #record: Group | undefined;
  /** Number of accounts in the group. */
  accounts = 0;
  /** The tiers of each instrument that has some. */
  #tiers: ReadonlyMap<InstrumentId, readonly LeverageTier[]> = NO_TIERS;
  readonly #known = new Map<InstrumentId, Known>();

  constructor(id: GroupId) {
    this.id = id;
  }

  get record(): Group | undefined {
    return this.#record;
  }

  set record(record: Group | undefined) {
    this.#record = record;
    this.#tiers = tiersIn(record);
    this.#known.clear();
  }

  get tiers(): ReadonlyMap<InstrumentId, readonly LeverageTier[]> {
    return this.#tiers;
  }

  /** The group's terms of an instrument, computed once per change. */
  termsOf(instrument: Instrument): AccountTerms {
    return this.#of(instrument);
  }

  /** The version of these terms as shown (termsVersion), computed once per change. */
  versionOf(instrument: Instrument, rules: TradingRules): string {
    const known = this.#of(instrument);
    if (known.versionedUnder !== rules) {
      const { stopOutPercent = rules.stopOutPercent } = this.#record ?? {};
      const { terms, markup, commission, tiers } = known;
      const own = { ...(markup !== NO_MARKUP && { markup }), commission, tiers };
      known.version = termsVersion(terms, { ...rules, stopOutPercent }, own);
      known.versionedUnder = rules;
    }
    return known.version;
  }

  #of(instrument: Instrument): Known {
    const known = this.#known.get(instrument.id);
    if (known?.of === instrument) return known;
    const made = { ...this.#overlay(instrument), of: instrument, version: '', versionedUnder: undefined };
    this.#known.set(instrument.id, made);
    return made;
  }

  #overlay(instrument: Instrument): AccountTerms {
    const own = this.#record?.terms.find((terms) => terms.instrument === instrument.id);
    const { commission, swap, maxLeverage = Number.POSITIVE_INFINITY, offered = true } = own ?? {};
    const leverages = instrument.leverages.filter((leverage) => leverage <= maxLeverage);
    const isPlain = swap === undefined && leverages.length === instrument.leverages.length;
    const terms = isPlain ? instrument : { ...instrument, leverages, swap: swap ?? instrument.swap };
    const markup = own?.markup === undefined || isUnmarked(own.markup) ? NO_MARKUP : own.markup;
    const tiers = this.#tiers.get(instrument.id) ?? [];
    return { terms, markup, commission, swap, offered, tiers };
  }
}

const NO_TIERS: ReadonlyMap<InstrumentId, readonly LeverageTier[]> = new Map();

function tiersIn(record: Group | undefined): ReadonlyMap<InstrumentId, readonly LeverageTier[]> {
  const tiered = (record?.terms ?? []).flatMap(({ instrument, tiers = [] }) =>
    tiers.length === 0 ? [] : [[instrument, tiers] as const],
  );
  return tiered.length === 0 ? NO_TIERS : new Map(tiered);
}
