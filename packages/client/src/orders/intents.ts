import { CallError } from '../http/call-error.ts';
import type { Api, CallInput } from '../http/types.ts';
import { amendInput, chosenPart, closeInput, levelInput, partialLevelsInput, submitInput } from '../model/order.ts';
import type { LevelChange, NewOrder, OrderChange, PartialLevelsChange } from '../model/order.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createStore } from '../platform/store.ts';
import type { Readable } from '../platform/store.ts';
import { createIntentStore } from './intent-store.ts';
import type { KeyValueStorage } from './intent-store.ts';
import type { Intent, IntentCall, StoredIntent } from './intent.ts';
import { RunningIntent } from './running-intent.ts';
import type { RunningIntentDeps } from './running-intent.ts';
import { KNOWN_CODES } from '../http/known-codes.ts';

/** Two equal instructions within this time count as one double tap. */
export const DOUBLE_TAP_MS = 1_000;

export interface IntentSettings {
  readonly api: Pick<Api, 'callRaw'>;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  /** A random number from [0, 1), for jitter. */
  random(): number;
  /** Generates an idempotency key: 8 to 64 letters, digits, - or _. */
  newKey(): string;
  /** The signed-in user's uid; null for a visitor. */
  account(): string | null;
  /** Market time until which a market order tapped now may be placed; undefined while market time is unknown. */
  validUntil?(): number | undefined;
  readonly log: Log;
}

/** Sends a user's instructions so that each happens at most once, and finds out their outcome. */
export interface Intents {
  submitOrder(order: NewOrder): Intent;
  /**
   * Closes a position, or a part of it. Beyond `worstPrice`, which retries keep, it is refused; undefined: any price. Ends
   * with the closed order: that of the part, if only a part closes.
   */
  closePosition(id: number, worstPrice: string | undefined, lots?: string): Intent;
  cancelOrder(id: number): Intent;
  setStops(change: LevelChange): Intent;
  /** Replaces the stops and targets on parts of a position. */
  setPartialLevels(change: PartialLevelsChange): Intent;
  /** Moves a pending order to another target. Ends as `changed`, or as `filled` if the target is at the market. */
  amendOrder(change: OrderChange): Intent;
  /** Retries stored intents of the signed-in account with an unknown outcome. */
  resume(): void;
  /** Intents with an unknown outcome, oldest first. A screen must show them. */
  readonly open: Readable<readonly Intent[]>;
}

/** Creates the sender. Call resume() at the start, after sign-in and when the connection is live again. */
export function createIntents(settings: IntentSettings): Intents {
  const store = createIntentStore(settings.storage, settings.log);
  const running = new Map<string, RunningIntent>();
  const open = createStore<readonly Intent[]>([]);
  const publish = (): void =>
    open.set([...running.values()].filter(({ intent }) => intent.account === settings.account()));
  let last: RunningIntent | undefined;

  const deps: RunningIntentDeps = {
    api: settings.api,
    clock: settings.clock,
    random: () => settings.random(),
    account: () => settings.account(),
    settled: ({ key }, state) => {
      // A visitor's instruction neither ran nor was stored.
      if (running.delete(key)) store.end(key, state);
      publish();
    },
    ended: (key) => store.ended(key),
  };

  const adopt = (intent: StoredIntent, attempts: number): RunningIntent => {
    const made = new RunningIntent(intent, attempts, deps);
    running.set(intent.key, made);
    return made;
  };

  const begin = (call: IntentCall, input: CallInput<IntentCall>): Intent => {
    const account = settings.account();
    const now = settings.clock.now();
    const intent: StoredIntent = { key: settings.newKey(), call, input, account: account ?? '', createdAt: now };
    if (account === null) return unsent(intent, deps);
    for (const each of running.values()) each.endedElsewhere();
    const same = [...running.values(), ...(last === undefined ? [] : [last])].find((other) =>
      isRepeated(other, intent, now),
    );
    if (same !== undefined) return same;
    store.put(intent);
    const made = adopt(intent, 0);
    last = made;
    publish();
    made.askAgain();
    return made;
  };

  return {
    submitOrder: (order) => begin('submit', submitInput(order, settings.validUntil?.())),
    closePosition: (id, worstPrice, lots) => begin('close', closeInput(id, worstPrice, lots)),
    cancelOrder: (id) => begin('cancelTrade', { id }),
    setStops: (change) => begin('setStopPrice', levelInput(change)),
    setPartialLevels: (change) => begin('setPartialLevels', partialLevelsInput(change)),
    amendOrder: (change) => begin('amendPendingOrder', amendInput(change)),
    open,
    resume() {
      const account = settings.account();
      for (const intent of store.all()) {
        if (intent.account === account && !running.has(intent.key)) adopt(intent, 1);
      }
      publish();
      for (const each of running.values()) if (each.intent.account === account) each.resume();
    },
  };
}

/** Refuses a visitor's instruction without sending it. Screens send visitors to the login first. */
function unsent(intent: StoredIntent, deps: RunningIntentDeps): Intent {
  const made = new RunningIntent(intent, 0, deps);
  const [code, reason] = [KNOWN_CODES.sign_in_required, 'sign_in_required'];
  made.refuse(new CallError({ kind: 'refused', code, reason, msg: reason }));
  return made;
}

/**
 * True if an instruction repeats an earlier one: it is equal, and the earlier one has no outcome yet or succeeded
 * within DOUBLE_TAP_MS.
 */
function isRepeated(other: RunningIntent, { call, account, input }: StoredIntent, now: number): boolean {
  const { intent } = other;
  if (intent.call !== call || intent.account !== account || chosenPart(intent.input) !== chosenPart(input))
    return false;
  const { phase } = other.state.getSnapshot();
  // A refused or dismissed instruction may be repeated at once; only a success makes a second tap suspicious.
  return phase === 'sending' || phase === 'unknown' || (phase === 'done' && now - intent.createdAt < DOUBLE_TAP_MS);
}
