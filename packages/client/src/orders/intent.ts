import type { CallInput } from '../http/types.ts';
import type { CallError } from '../http/call-error.ts';
import type { Order } from '../model/order.ts';
import type { Readable } from '../platform/store.ts';

/** The calls that can be made as an intent. */
export const INTENT_CALLS = [
  'submit',
  'close',
  'cancelTrade',
  'setStopPrice',
  'setPartialLevels',
  'amendPendingOrder',
] as const;
export type IntentCall = (typeof INTENT_CALLS)[number];

/**
 * A user's instruction, with the idempotency key under which it happens at most once. Stored until its outcome is
 * known.
 */
export interface StoredIntent {
  readonly key: string;
  readonly call: IntentCall;
  readonly input: CallInput<IntentCall>;
  /** uid of the account that gave the instruction. Sessions of other accounts never send it. */
  readonly account: string;
  /** Epoch milliseconds of the device. */
  readonly createdAt: number;
}

/**
 * The state of an intent.
 * - `sending`: waits for the first answer.
 * - `unknown`: it may or may not have happened. `asking`: the client retries with the same key; otherwise
 *   the time for retries is over and the user decides (askAgain or dismiss).
 * - `done`: it happened once. Has the resulting order (`filled` if it is open, `placed` if it is pending).
 * - `refused`: it did not happen, and the client never sends it again. The server may not remember the key of a refusal
 *   (ADR 47).
 * - `dismissed`: the user ended the retries while the outcome was unknown. The client never sends it again.
 */
export type IntentState =
  | { readonly phase: 'sending' }
  | {
      readonly phase: 'unknown';
      readonly asking: boolean;
      readonly attempts: number;
      readonly error: CallError | undefined;
    }
  | {
      readonly phase: 'done';
      readonly result: 'filled' | 'placed' | 'closed' | 'cancelled' | 'changed';
      readonly order: Order;
      readonly msg: string;
    }
  | { readonly phase: 'refused'; readonly error: CallError }
  | { readonly phase: 'dismissed' };
/** A state that no other one follows. */
export type FinalState = Extract<IntentState, { phase: 'done' | 'refused' | 'dismissed' }>;

/** A running intent. */
export interface Intent {
  readonly intent: StoredIntent;
  readonly state: Readable<IntentState>;
  /** Resolves when the outcome is known or the user dismissed the intent; pending until then. */
  readonly outcome: Promise<FinalState>;
  /** Retries now with the same key. If no earlier try arrived, this one places the order. */
  askAgain(): void;
  /**
   * Ends the retries at the user's request; the order lists will show the outcome. Has an effect only while the outcome
   * is unknown and no retry is running.
   */
  dismiss(): void;
}

/** True for an entry of storage that has the shape of an intent. */
export function isStoredIntent(value: unknown): value is StoredIntent {
  if (typeof value !== 'object' || value === null) return false;
  const { key, call, input, account, createdAt } = value as Record<keyof StoredIntent, unknown>;
  return (
    typeof key === 'string' &&
    INTENT_CALLS.some((name) => name === call) &&
    typeof input === 'object' &&
    input !== null &&
    typeof account === 'string' &&
    typeof createdAt === 'number'
  );
}
