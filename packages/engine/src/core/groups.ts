import {
  type Commission,
  type Group,
  type GroupId,
  type GuaranteeTerms,
  type HedgedMargin,
  type Instrument,
  type InstrumentId,
  type LeverageTier,
  type MarginTerms,
  type Markup,
  NO_MARKUP,
  type SwapTerms,
  type VersionedTerms,
  isUnmarked,
  versionedTerms,
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
  readonly hedged: HedgedMargin;
  /** Undefined: stops are not guaranteed. */
  readonly guarantee: GuaranteeTerms | undefined;
}

interface Known extends AccountTerms {
  readonly of: Instrument;
  shown: VersionedTerms | undefined;
  shownUnder: TradingRules | undefined;
  /** As `shown`, with markups that orders keep from before, by markup. */
  readonly kept: Map<string, VersionedTerms>;
}

/** Former markups whose terms are kept, per instrument. Orders with more of them cost a new computation each. */
const MOST_KEPT = 64;

/** A group of accounts: its record, and the terms that follow from it and from the instruments. */
export class AccountGroup {
  readonly id: GroupId;
  /** Undefined until the group is defined: the instruments' own terms apply. */
  #record: Group | undefined;
  /** Number of accounts in the group. */
  accounts = 0;
  /** The tiers of each instrument that has some. */
  #tiers: ReadonlyMap<InstrumentId, readonly LeverageTier[]> = NO_TIERS;
  #hedged: HedgedMargin = 'both';
  /** False when used margin is not the sum of the positions' own margins. A plain field, because every valuation reads it. */
  addsUp = true;
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
    this.#hedged = record?.hedgedMargin ?? 'both';
    this.addsUp = this.#tiers.size === 0 && this.#hedged === 'both';
    this.#known.clear();
  }

  get tiers(): ReadonlyMap<InstrumentId, readonly LeverageTier[]> {
    return this.#tiers;
  }

  get hedged(): HedgedMargin {
    return this.#hedged;
  }

  /** The terms by which margins in an instrument add up. */
  marginTerms(instrument: InstrumentId): MarginTerms {
    return { hedged: this.#hedged, tiers: this.#tiers.get(instrument) ?? [] };
  }

  /** The group's terms of an instrument, computed once per change. */
  termsOf(instrument: Instrument): AccountTerms {
    return this.#of(instrument);
  }

  /** The version of these terms as shown (termsVersion), computed once per change. */
  versionOf(instrument: Instrument, rules: TradingRules): string {
    return this.#shown(this.#of(instrument), rules).version;
  }

  /** The terms of an order that has a markup of its own, computed once per change and markup. */
  termsOfOrder(instrument: Instrument, rules: TradingRules, markup: Markup): VersionedTerms {
    const known = this.#of(instrument);
    const shown = this.#shown(known, rules);
    if (shown.markup.bid === markup.bid && shown.markup.ask === markup.ask) return shown;
    const name = `${markup.bid} ${markup.ask}`;
    let kept = known.kept.get(name);
    if (kept === undefined) {
      kept = this.#versioned(known, rules, markup);
      if (known.kept.size >= MOST_KEPT) known.kept.clear();
      known.kept.set(name, kept);
    }
    return kept;
  }

  #shown(known: Known, rules: TradingRules): VersionedTerms {
    if (known.shown === undefined || known.shownUnder !== rules) {
      known.shown = this.#versioned(known, rules, known.markup);
      known.shownUnder = rules;
      known.kept.clear();
    }
    return known.shown;
  }

  #versioned(
    { terms, commission, tiers, hedged, guarantee }: Known,
    rules: TradingRules,
    markup: Markup,
  ): VersionedTerms {
    const { stopOutPercent = rules.stopOutPercent } = this.#record ?? {};
    const own = { ...(!isUnmarked(markup) && { markup }), commission, tiers, hedged, guarantee };
    return versionedTerms(terms, { ...rules, stopOutPercent }, own);
  }

  #of(instrument: Instrument): Known {
    const known = this.#known.get(instrument.id);
    if (known?.of === instrument) return known;
    const made = {
      of: instrument,
      shown: undefined,
      shownUnder: undefined,
      kept: new Map(),
      ...this.#overlay(instrument),
    };
    this.#known.set(instrument.id, made);
    return made;
  }

  #overlay(instrument: Instrument): AccountTerms {
    const own = this.#record?.terms.find((terms) => terms.instrument === instrument.id);
    const { commission, swap, maxLeverage = Number.POSITIVE_INFINITY, offered = true, guarantee } = own ?? {};
    const leverages = instrument.leverages.filter((leverage) => leverage <= maxLeverage);
    const isPlain = swap === undefined && leverages.length === instrument.leverages.length;
    const terms = isPlain ? instrument : { ...instrument, leverages, swap: swap ?? instrument.swap };
    const markup = own?.markup === undefined || isUnmarked(own.markup) ? NO_MARKUP : own.markup;
    const tiers = this.#tiers.get(instrument.id) ?? [];
    return { terms, markup, commission, swap, offered, tiers, hedged: this.#hedged, guarantee };
  }
}

const NO_TIERS: ReadonlyMap<InstrumentId, readonly LeverageTier[]> = new Map();

function tiersIn(record: Group | undefined): ReadonlyMap<InstrumentId, readonly LeverageTier[]> {
  const tiered = (record?.terms ?? []).flatMap(({ instrument, tiers = [] }) =>
    tiers.length === 0 ? [] : [[instrument, tiers] as const],
  );
  return tiered.length === 0 ? NO_TIERS : new Map(tiered);
}
