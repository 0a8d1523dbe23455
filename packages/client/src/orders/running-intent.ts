import { CODES } from '@fairlot/contract';
import { CallError } from '../http/call-error.ts';
import type { Api } from '../http/types.ts';
import type { Clock } from '../platform/clock.ts';
import { createStore } from '../platform/store.ts';
import type { Intent, IntentCall, IntentState, OrderRecord, StoredIntent } from './intent.ts';

const FIRST_RETRY_MS = 500;
const RETRY_LIMIT_MS = 8_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * How long the client asks again by itself. If the first try never arrived, a later one is what places the order, and
 * nobody expects that of a minute-old tap; what undoes risk may try longer.
 */
export const ASK_FOR_MS: Readonly<Record<IntentCall, number>> = {
  submit: 60_000,
  amendPendingOrder: 60_000,
  close: 120_000,
  cancelTrade: 300_000,
  setStopPrice: 120_000,
};

/** Reasons that say nothing about the outcome: it was not looked at, or not by its owner. */
const UNDECIDED: ReadonlySet<number | string> = new Set([
  CODES.session_invalid,
  CODES.sign_in_required,
  CODES.too_many_requests,
]);

/** What a running intent needs. */
export interface IntentSurroundings {
  readonly api: Pick<Api, 'callRaw'>;
  readonly clock: Clock;
  random(): number;
  /** Whose session the api speaks for now; null for a visitor. */
  account(): string | null;
  /** Called once, when the outcome is known or the person let it be. */
  settled(intent: StoredIntent): void;
}

/** One intent on its way, from the first try to its outcome. */
export class RunningIntent implements Intent {
  readonly intent: StoredIntent;
  readonly state = createStore<IntentState>({ phase: 'sending' });
  readonly outcome: Promise<Extract<IntentState, { phase: 'done' | 'refused' }>>;
  readonly #surroundings: IntentSurroundings;
  #settle: (state: Extract<IntentState, { phase: 'done' | 'refused' }>) => void = () => undefined;
  #attempts: number;
  #inFlight = false;
  #cancelTimer: (() => void) | undefined;

  /** `attempts` made before: 0 for a new wish, at least 1 for one that an earlier page left behind. */
  constructor(intent: StoredIntent, attempts: number, surroundings: IntentSurroundings) {
    this.intent = intent;
    this.#attempts = attempts;
    this.#surroundings = surroundings;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (attempts > 0) this.state.set(this.#unknown(false, undefined));
  }

  /** Whether nothing more can come of it. */
  get over(): boolean {
    const { phase } = this.state.getSnapshot();
    return phase === 'done' || phase === 'refused';
  }

  askAgain(): void {
    if (this.over || this.#inFlight) return;
    this.#cancelTimer?.();
    void this.#attempt();
  }

  /** Ends it unsent. */
  refuse(error: CallError): void {
    this.#finish({ phase: 'refused', error });
  }

  /** Asks again by itself if the time for that is not over: after a reload, a wake-up or a new connection. */
  resume(): void {
    if (this.#mayAsk()) this.askAgain();
  }

  dismiss(): void {
    const state = this.state.getSnapshot();
    if (state.phase !== 'unknown' || state.asking || this.#inFlight) return;
    this.#surroundings.settled(this.intent);
  }

  async #attempt(): Promise<void> {
    const { api } = this.#surroundings;
    if (this.#surroundings.account() !== this.intent.account) return;
    this.#inFlight = true;
    if (this.#attempts > 0) this.state.set(this.#unknown(true, undefined));
    this.#attempts += 1;
    try {
      const { call, input, key } = this.intent;
      const options = { key, quiet: true, announce: false, timeout: ANSWER_TIMEOUT_MS };
      const answer = await api.callRaw(call, input, options);
      this.#inFlight = false;
      this.#finish(doneState(call, answer.data.order, answer.msg));
    } catch (error) {
      this.#inFlight = false;
      this.#failed(
        error instanceof CallError ? error : new CallError({ kind: 'transport', code: 'ERR_BAD_ANSWER', cause: error }),
      );
    }
  }

  #failed(error: CallError): void {
    const firstTry = this.#attempts === 1;
    const notLookedAt = UNDECIDED.has(error.code) || error.kind === 'cancelled';
    if (!error.outcomeUnknown && (!notLookedAt || firstTry)) {
      this.#finish({ phase: 'refused', error });
      return;
    }
    // Without a session nothing can be asked; the intent waits for its owner to sign in again.
    const asking = this.#mayAsk() && error.code !== CODES.session_invalid && error.code !== CODES.sign_in_required;
    this.state.set(this.#unknown(asking, error));
    if (!asking) return;
    const surroundings = this.#surroundings;
    const full = Math.min(RETRY_LIMIT_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#attempts - 1, 10));
    this.#cancelTimer = surroundings.clock.after(full / 2 + (full / 2) * surroundings.random(), () => {
      if (this.#mayAsk()) void this.#attempt();
      else this.state.set(this.#unknown(false, error));
    });
  }

  #mayAsk(): boolean {
    const { call, createdAt } = this.intent;
    const age = this.#surroundings.clock.now() - createdAt;
    // A device clock that was set back makes an intent look like one of the future: the person decides then.
    return age >= 0 && age < ASK_FOR_MS[call] && this.#surroundings.account() === this.intent.account;
  }

  #unknown(asking: boolean, error: CallError | undefined): IntentState {
    return { phase: 'unknown', asking, attempts: this.#attempts, error };
  }

  #finish(state: Extract<IntentState, { phase: 'done' | 'refused' }>): void {
    this.#surroundings.settled(this.intent);
    this.state.set(state);
    this.#settle(state);
  }
}

function doneState(call: IntentCall, order: OrderRecord, msg: string): Extract<IntentState, { phase: 'done' }> {
  const waiting = {
    submit: 'placed',
    close: 'closed',
    cancelTrade: 'cancelled',
    setStopPrice: 'changed',
    amendPendingOrder: 'changed',
  } as const;
  // A pending order has status 0; what was asked late may have filled and even closed since, which is a fill all the same.
  const fills = (call === 'submit' || call === 'amendPendingOrder') && order.Status !== 0;
  return { phase: 'done', result: fills ? 'filled' : waiting[call], order, msg };
}
