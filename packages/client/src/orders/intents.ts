import { CODES } from '@fairlot/contract';
import { CallError } from '../http/call-error.ts';
import type { Api, CallInput } from '../http/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createStore } from '../platform/store.ts';
import type { Readable } from '../platform/store.ts';
import { createIntentStore } from './intent-store.ts';
import type { KeyValueStorage } from './intent-store.ts';
import type { Intent, IntentCall, StoredIntent } from './intent.ts';
import { RunningIntent } from './running-intent.ts';

/** Two equal wishes closer than this are one tap of a nervous finger. */
export const DOUBLE_TAP_MS = 1_000;

export interface IntentSettings {
  readonly api: Pick<Api, 'callRaw'>;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  /** A number from [0, 1), for jitter. */
  random(): number;
  /** Makes an idempotency key: 8 to 64 letters, digits, - or _. */
  newKey(): string;
  /** The signed-in user's uid; null for a visitor. */
  account(): string | null;
  /** Market time after which a market order of now is not to be placed any more; undefined where that can't be told. */
  validUntil?(): number | undefined;
  readonly log: Log;
}

/** Sends a person's wishes so that each happens at most once, and finds out what became of them. */
export interface Intents {
  submitOrder(input: CallInput<'submit'>): Intent;
  closePosition(id: number): Intent;
  cancelOrder(id: number): Intent;
  setStops(input: CallInput<'setStopPrice'>): Intent;
  /** Moves a pending order to another price; done as `changed`, or as `filled` when it is at the market. */
  amendOrder(input: CallInput<'amendPendingOrder'>): Intent;
  /** Takes up what an earlier page left unknown, for the signed-in account; also when a connection is back. */
  resume(): void;
  /** Intents whose outcome is not known, oldest first: a screen must show them. */
  readonly open: Readable<readonly Intent[]>;
}

/** Makes the sender. Call resume() after sign-in, at the start and when the connection is live again. */
export function createIntents(settings: IntentSettings): Intents {
  const store = createIntentStore(settings.storage, settings.log);
  const running = new Map<string, RunningIntent>();
  const open = createStore<readonly Intent[]>([]);
  const publish = (): void =>
    open.set([...running.values()].filter(({ intent }) => intent.account === settings.account()));
  let last: RunningIntent | undefined;

  const surroundings = {
    api: settings.api,
    clock: settings.clock,
    random: () => settings.random(),
    account: () => settings.account(),
    settled: ({ key }: StoredIntent) => {
      store.remove(key);
      running.delete(key);
      publish();
    },
  };

  const adopt = (intent: StoredIntent, attempts: number): RunningIntent => {
    const made = new RunningIntent(intent, attempts, surroundings);
    running.set(intent.key, made);
    return made;
  };

  const begin = (call: IntentCall, input: CallInput<IntentCall>): Intent => {
    const account = settings.account();
    if (account === null) return unsent(call, input);
    const now = settings.clock.now();
    const same = [...running.values(), ...(last === undefined ? [] : [last])].find((other) =>
      isSameWish(other, { call, input, account }, now),
    );
    if (same !== undefined) return same;
    const intent: StoredIntent = { key: settings.newKey(), call, input, account, createdAt: now };
    store.put(intent);
    const made = adopt(intent, 0);
    last = made;
    publish();
    made.askAgain();
    return made;
  };

  /** A visitor's wish goes nowhere; screens send visitors to the login before it comes to this. */
  const unsent = (call: IntentCall, input: CallInput<IntentCall>): Intent => {
    const made = new RunningIntent(
      { key: settings.newKey(), call, input, account: '', createdAt: settings.clock.now() },
      0,
      surroundings,
    );
    made.refuse(
      new CallError({
        kind: 'refused',
        code: CODES.sign_in_required,
        reason: 'sign_in_required',
        msg: 'sign_in_required',
      }),
    );
    return made;
  };

  /** What a tap at the market means, it means for a moment: if its first try is lost, a late one must not deal at another price. */
  const withLastMoment = (input: CallInput<'submit'>): CallInput<'submit'> => {
    const until = String(input.status) === '1' ? settings.validUntil?.() : undefined;
    return until === undefined ? input : { ...input, valid_until: until };
  };

  return {
    submitOrder: (input) => begin('submit', withLastMoment(input)),
    closePosition: (id) => begin('close', { id }),
    cancelOrder: (id) => begin('cancelTrade', { id }),
    setStops: (input) => begin('setStopPrice', input),
    amendOrder: (input) => begin('amendPendingOrder', input),
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

/** Whether a new wish is an earlier one again: equal, and either still without an outcome or a moment ago. */
function isSameWish(
  other: RunningIntent,
  wish: Pick<StoredIntent, 'call' | 'input' | 'account'>,
  now: number,
): boolean {
  const { intent } = other;
  if (intent.call !== wish.call || intent.account !== wish.account || wished(intent.input) !== wished(wish.input))
    return false;
  const { phase } = other.state.getSnapshot();
  // A refused wish may be made again at once; only a success makes a second tap suspicious.
  return phase === 'sending' || phase === 'unknown' || (phase === 'done' && now - intent.createdAt < DOUBLE_TAP_MS);
}

/** What follows from the moment of the tap and not from the person: it differs between two taps of one wish. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['worst_price', 'valid_until']);

function wished(input: object): string {
  return JSON.stringify(
    Object.entries(input)
      .filter(([name, value]) => value !== undefined && !OF_THE_MOMENT.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
