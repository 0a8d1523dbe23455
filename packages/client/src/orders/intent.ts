import type { orderRecord } from '@fairlot/contract';
import type { z } from 'zod/mini';
import type { CallInput } from '../http/types.ts';
import type { CallError } from '../http/call-error.ts';
import type { Readable } from '../platform/store.ts';

/** The calls that an intent may stand for. */
export const INTENT_CALLS = ['submit', 'close', 'cancelTrade', 'setStopPrice', 'amendPendingOrder'] as const;
export type IntentCall = (typeof INTENT_CALLS)[number];
export type OrderRecord = z.output<typeof orderRecord>;

/** A person's wish, with the key under which it happens at most once. Stored until its outcome is known. */
export interface StoredIntent {
  readonly key: string;
  readonly call: IntentCall;
  readonly input: CallInput<IntentCall>;
  /** Whose wish it is: nobody else's session ever sends it. */
  readonly account: string;
  /** Epoch milliseconds of the device. */
  readonly createdAt: number;
}

/**
 * Where an intent stands.
 * - `sending`: the first answer is awaited.
 * - `unknown`: it may or may not have happened. `asking`: the client asks again by itself, with the same key; otherwise
 *   the time for that is over and the person decides (askAgain or dismiss).
 * - `done`: it happened, once: the order as it then was (`filled` when it is open, `placed` when it is pending).
 * - `refused`: it did not happen and will not under this key.
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
      readonly order: OrderRecord;
      readonly msg: string;
    }
  | { readonly phase: 'refused'; readonly error: CallError };

/** A running intent. */
export interface Intent {
  readonly intent: StoredIntent;
  readonly state: Readable<IntentState>;
  /** Settles when the outcome is known; stays open while it is not. */
  readonly outcome: Promise<Extract<IntentState, { phase: 'done' | 'refused' }>>;
  /** Asks again now, with the same key. If the first try never arrived, this places it now. */
  askAgain(): void;
  /** The person lets it be: it is not sent again, and its outcome will be seen in the lists. Only while it is unknown and not asking. */
  dismiss(): void;
}

/** Reads stored intents; anything that is not one is dropped. */
export function parseStoredIntents(text: string | null): StoredIntent[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isStoredIntent) : [];
  } catch {
    return [];
  }
}

function isStoredIntent(value: unknown): value is StoredIntent {
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
