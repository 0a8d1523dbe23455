import { type DealingMode, type Instrument, type InstrumentId, termsVersion } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
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
}

const NONE: TermsState['restricted'] = new Map();

/** The listed instruments. Their list is a new object after every change. */
export interface InstrumentSource {
  instruments(): readonly Instrument[];
}

/** The terms in force, for those who show them. */
export class CurrentTerms {
  readonly #market: InstrumentSource;
  readonly #trading: Pick<TradingHost, 'rules' | 'restricted'>;
  readonly #announced: Pick<AnnouncedSwaps, 'list'>;
  #state: TermsState | undefined;

  constructor(
    market: InstrumentSource,
    trading: Pick<TradingHost, 'rules' | 'restricted'>,
    announced: Pick<AnnouncedSwaps, 'list'>,
  ) {
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
    if (rules === undefined) throw new Error('the trading rules are not set');
    const { list: announced } = this.#announced;
    const known = this.#state;
    const isKnown = known?.instruments === instruments && known.rules === rules && known.announced === announced;
    if (isKnown && known.restricted === restricted) return known;
    this.#state = { instruments, rules, announced, restricted };
    return this.#state;
  }

  rules(): TradingRules {
    return this.state().rules;
  }

  /** The version of the terms of each instrument. */
  versions(): ReadonlyMap<InstrumentId, string> {
    const { instruments, rules } = this.state();
    return new Map(instruments.map((instrument) => [instrument.id, termsVersion(instrument, rules)]));
  }
}
