import {
  type DealingMode,
  type Group,
  type GroupId,
  type Instrument,
  type InstrumentId,
  termsVersion,
} from '@fairlot/domain';
import { type AccountId, AccountGroup, type TradingRules } from '@fairlot/engine';
import type { AnnouncedSwap, AnnouncedSwaps } from './announced-swaps.ts';
import type { TradingHost } from './port.ts';

/** One object per state of the terms: it changes when an instrument, the rules or an announced change
 * changes. */
export interface TermsState {
  readonly instruments: readonly Instrument[];
  readonly rules: TradingRules;
  readonly announced: readonly AnnouncedSwap[];
  /** Instruments that staff halted or restricted to closing. */
  readonly restricted: ReadonlyMap<InstrumentId, DealingMode>;
  /** Groups of accounts with terms of their own. */
  readonly groups: readonly Group[];
}

const NONE: TermsState['restricted'] = new Map();
const NO_GROUPS: TermsState['groups'] = [];

/** The listed instruments. Their list is a new object after every change. */
export interface InstrumentSource {
  instruments(): readonly Instrument[];
}

/** The terms in force, for those who show them. */
export class CurrentTerms {
  readonly #market: InstrumentSource;
  readonly #trading: TermsHost;
  readonly #announced: Pick<AnnouncedSwaps, 'list'>;
  #state: TermsState | undefined;
  #groups: ReadonlyMap<GroupId, AccountGroup> = new Map();

  constructor(market: InstrumentSource, trading: TermsHost, announced: Pick<AnnouncedSwaps, 'list'>) {
    this.#market = market;
    this.#trading = trading;
    this.#announced = announced;
  }

  /** The terms in force. The same object as before unless something has changed. */
  state(): TermsState {
    const instruments = this.#market.instruments();
    // While the host recovers it has neither; the last ones hold.
    const rules = this.#trading.rules ?? this.#state?.rules;
    const restricted = this.#trading.restricted ?? this.#state?.restricted ?? NONE;
    const groups = this.#trading.groups ?? this.#state?.groups ?? NO_GROUPS;
    if (rules === undefined) throw new Error('the trading rules are not set');
    const { list: announced } = this.#announced;
    const known = this.#state;
    const isKnown = known?.instruments === instruments && known.rules === rules && known.announced === announced;
    if (isKnown && known.restricted === restricted && known.groups === groups) return known;
    if (known?.groups !== groups) this.#groups = new Map(groups.map((group) => [group.id, withTerms(group)]));
    this.#state = { instruments, rules, announced, restricted, groups };
    return this.#state;
  }

  /** A group with terms of its own. */
  group(id: GroupId): AccountGroup | undefined {
    this.state();
    return this.#groups.get(id);
  }

  /**
   * The group whose terms an account has. Undefined: it has the instruments' own, as visitors have. `uncommitted`: not
   * known while the account's host recovers.
   */
  groupOf(account: AccountId | undefined): AccountGroup | 'uncommitted' | undefined {
    const id = account === undefined ? undefined : this.#trading.groupOf(account);
    return typeof id === 'number' ? this.group(id) : id;
  }

  rules(): TradingRules {
    return this.state().rules;
  }

  /** The version of the terms of each instrument, for a group or for accounts without terms of their own. */
  versions(group?: AccountGroup): ReadonlyMap<InstrumentId, string> {
    const { instruments, rules } = this.state();
    return new Map(
      instruments.map((instrument) => [
        instrument.id,
        group?.versionOf(instrument, rules) ?? termsVersion(instrument, rules),
      ]),
    );
  }
}

type TermsHost = Pick<TradingHost, 'rules' | 'restricted' | 'groups' | 'groupOf'>;

function withTerms(record: Group): AccountGroup {
  const group = new AccountGroup(record.id);
  group.record = record;
  return group;
}
