import { type Instrument, type InstrumentId, termsVersion } from '@fairlot/domain';
import type { TradingRules } from '@fairlot/engine';
import type { TradingHost } from './port.ts';

/** One object per state of the terms: it changes when an instrument or the rules change. */
export interface TermsState {
  readonly instruments: readonly Instrument[];
  readonly rules: TradingRules;
}

/** The listed instruments. Their list is a new object after every change. */
export interface InstrumentSource {
  instruments(): readonly Instrument[];
}

/** The terms in force, for those who show them. */
export class CurrentTerms {
  readonly #market: InstrumentSource;
  readonly #trading: Pick<TradingHost, 'rules'>;
  #state: TermsState | undefined;

  constructor(market: InstrumentSource, trading: Pick<TradingHost, 'rules'>) {
    this.#market = market;
    this.#trading = trading;
  }

  /** The terms in force. The same object as before unless something has changed. */
  state(): TermsState {
    const instruments = this.#market.instruments();
    // While the host recovers it has no rules; the last ones hold.
    const rules = this.#trading.rules ?? this.#state?.rules;
    if (rules === undefined) throw new Error('the trading rules are not set');
    if (this.#state?.instruments !== instruments || this.#state.rules !== rules) this.#state = { instruments, rules };
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
