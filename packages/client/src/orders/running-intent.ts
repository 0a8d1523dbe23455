import { CallError } from '../http/call-error.ts';
import type { Api } from '../http/types.ts';
import type { Clock } from '../platform/clock.ts';
import { orderFrom } from '../model/order.ts';
import type { Order } from '../model/order.ts';
import { createStore } from '../platform/store.ts';
import type { FinalState, Intent, IntentCall, IntentState, StoredIntent } from './intent.ts';
import { KNOWN_CODES } from '../http/known-codes.ts';

const FIRST_RETRY_MS = 500;
const RETRY_LIMIT_MS = 8_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Time in milliseconds during which the client retries. If the first try never arrived, a later one places the order,
 * which users do not expect of a minute-old tap. Calls that reduce risk may be retried for longer.
 */
export const ASK_FOR_MS: Readonly<Record<IntentCall, number>> = {
  submit: 60_000,
  amendPendingOrder: 60_000,
  close: 120_000,
  cancelTrade: 300_000,
  setStopPrice: 120_000,
  setPartialLevels: 120_000,
};

/** Reasons that leave the outcome open: the server did not check it, or the session is not the owner's. */
const UNDECIDED: ReadonlySet<number | string> = new Set([
  KNOWN_CODES.session_invalid,
  KNOWN_CODES.sign_in_required,
  KNOWN_CODES.too_many_requests,
]);

/** Dependencies of a running intent. */
export interface RunningIntentDeps {
  readonly api: Pick<Api, 'callRaw'>;
  readonly clock: Clock;
  random(): number;
  /** uid of the api's current session; null for a visitor. */
  account(): string | null;
  /** Called once, when the outcome is known or the user dismissed the intent. */
  settled(intent: StoredIntent, state: FinalState): void;
  /** The end that the intent of a key had in another window of the browser. */
  ended(key: string): FinalState | undefined;
}

/** Sends one intent, from the first try to its outcome. */
export class RunningIntent implements Intent {
  readonly intent: StoredIntent;
  readonly state = createStore<IntentState>({ phase: 'sending' });
  readonly outcome: Promise<FinalState>;
  readonly #deps: RunningIntentDeps;
  #settle: (state: FinalState) => void = () => undefined;
  #attempts: number;
  #inFlight = false;
  #cancelTimer: (() => void) | undefined;

  /** `attempts` is the number of earlier tries: 0 for a new instruction, at least 1 for one of an earlier page. */
  constructor(intent: StoredIntent, attempts: number, deps: RunningIntentDeps) {
    this.intent = intent;
    this.#attempts = attempts;
    this.#deps = deps;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (attempts > 0) this.state.set(this.#unknown(false, undefined));
  }

  /** True when the outcome is known or the user dismissed the intent. */
  get over(): boolean {
    const { phase } = this.state.getSnapshot();
    return phase !== 'sending' && phase !== 'unknown';
  }

  askAgain(): void {
    if (this.over || this.#inFlight) return;
    this.#cancelTimer?.();
    void this.#attempt();
  }

  /** Ends the intent as refused without sending it. */
  refuse(error: CallError): void {
    this.#finish({ phase: 'refused', error });
  }

  /** Retries if the time for retries is not over: after a reload, a wake-up or a new connection. */
  resume(): void {
    if (!this.endedElsewhere() && this.#mayAsk()) this.askAgain();
  }

  /**
   * Ends the intent if another window has. The server may not remember the key of a refusal, so a retry would place an
   * order that was shown as refused.
   */
  endedElsewhere(): boolean {
    const ended = this.#attempts > 0 && !this.#inFlight ? this.#deps.ended(this.intent.key) : undefined;
    if (ended !== undefined) this.#finish(ended);
    return ended !== undefined;
  }

  dismiss(): void {
    const state = this.state.getSnapshot();
    if (state.phase !== 'unknown' || state.asking || this.#inFlight) return;
    this.#finish({ phase: 'dismissed' });
  }

  async #attempt(): Promise<void> {
    const { api } = this.#deps;
    if (this.#deps.account() !== this.intent.account || this.endedElsewhere()) return;
    this.#inFlight = true;
    if (this.#attempts > 0) this.state.set(this.#unknown(true, undefined));
    this.#attempts += 1;
    try {
      const { call, input, key } = this.intent;
      const options = { key, quiet: true, announce: false, timeout: ANSWER_TIMEOUT_MS };
      const answer = await api.callRaw(call, input, options);
      this.#inFlight = false;
      this.#finish(doneState(call, orderFrom(answer.data.order), answer.msg));
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
    // Without a session no retry can succeed; the intent waits until its owner signs in again.
    const asking =
      this.#mayAsk() && error.code !== KNOWN_CODES.session_invalid && error.code !== KNOWN_CODES.sign_in_required;
    this.state.set(this.#unknown(asking, error));
    if (!asking) return;
    const deps = this.#deps;
    const full = Math.min(RETRY_LIMIT_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#attempts - 1, 10));
    this.#cancelTimer = deps.clock.after(full / 2 + (full / 2) * deps.random(), () => {
      if (this.#mayAsk()) void this.#attempt();
      else this.state.set(this.#unknown(false, error));
    });
  }

  #mayAsk(): boolean {
    const { call, createdAt } = this.intent;
    const age = this.#deps.clock.now() - createdAt;
    // A device clock that was set back gives the intent a negative age; the user decides then.
    return age >= 0 && age < ASK_FOR_MS[call] && this.#deps.account() === this.intent.account;
  }

  #unknown(asking: boolean, error: CallError | undefined): IntentState {
    return { phase: 'unknown', asking, attempts: this.#attempts, error };
  }

  #finish(state: FinalState): void {
    this.#deps.settled(this.intent, state);
    this.state.set(state);
    this.#settle(state);
  }
}

function doneState(call: IntentCall, order: Order, msg: string): Extract<IntentState, { phase: 'done' }> {
  const waiting = {
    submit: 'placed',
    close: 'closed',
    cancelTrade: 'cancelled',
    setStopPrice: 'changed',
    setPartialLevels: 'changed',
    amendPendingOrder: 'changed',
  } as const;
  // A late retry may find the order filled and even closed since, which counts as a fill.
  const fills = (call === 'submit' || call === 'amendPendingOrder') && order.status !== 'pending';
  return { phase: 'done', result: fills ? 'filled' : waiting[call], order, msg };
}
