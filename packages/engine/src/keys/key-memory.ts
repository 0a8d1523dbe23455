import type { ClientCommand } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import { fingerprintOf, fromBigInt, payloadDigest, toBigInt } from './fingerprint.ts';
import { FingerprintSet } from './fingerprint-set.ts';

/** What is known about the key of a command. */
export type KeyStanding =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly outcome: Outcome }
  /** Seen before, or another key with the same fingerprint; only the journal can tell. */
  | { readonly kind: 'archived' };

interface Remembered {
  readonly digest: string;
  readonly outcome: Outcome;
}

const REUSED: Outcome = { ok: false, reason: 'key_reused' };

/** The idempotency keys of the shard: the most recent with their outcomes, all of them as fingerprints. */
export class KeyMemory {
  readonly #recent = new Map<string, Remembered>();
  readonly #all = new FingerprintSet();
  readonly #limit: number;

  constructor(limit: number, archived: Iterable<bigint> = []) {
    this.#limit = limit;
    for (const fingerprint of archived) this.#all.add(fromBigInt(fingerprint));
  }

  /** What the engine knows of a command's key. */
  standing(command: ClientCommand): KeyStanding {
    const remembered = this.#recent.get(nameOf(command));
    if (remembered !== undefined) {
      return { kind: 'known', outcome: remembered.digest === payloadDigest(command) ? remembered.outcome : REUSED };
    }
    return this.#all.has(fingerprintOf(command.account, command.key)) ? { kind: 'archived' } : { kind: 'new' };
  }

  /** Remembers the outcome under a command's key for good; the oldest outcome may leave memory for it. */
  remember(command: ClientCommand, outcome: Outcome): void {
    this.#all.add(fingerprintOf(command.account, command.key));
    this.#recent.set(nameOf(command), { digest: payloadDigest(command), outcome });
    if (this.#recent.size <= this.#limit) return;
    const oldest = this.#recent.keys().next();
    if (oldest.done !== true) this.#recent.delete(oldest.value);
  }

  /** All fingerprints, read when they are asked for. */
  fingerprints(): Iterable<bigint> {
    const all = this.#all;
    return { *[Symbol.iterator]() { for (const fingerprint of all) yield toBigInt(fingerprint); } };
  }
}

function nameOf({ account, key }: ClientCommand): string {
  return `${account}:${key}`;
}
