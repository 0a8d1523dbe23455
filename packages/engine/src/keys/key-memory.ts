import type { ClientCommand } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import { FingerprintSet } from './fingerprint-set.ts';
import { fingerprintOf, fromBigInt, nameOf, payloadDigest, toBigInt } from './fingerprint.ts';

/** The state of a command's key. */
export type KeyStatus =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly outcome: Outcome }
  /** The fingerprint was seen before, for this key or another. Only the journal can tell. */
  | { readonly kind: 'archived' };

/** Stores the command itself. Its digest is computed only when the key comes again. */
interface Remembered {
  readonly command: ClientCommand;
  readonly outcome: Outcome;
}

const REUSED: Outcome = { ok: false, reason: 'key_reused' };

/** The idempotency keys of the shard: outcomes of the recent ones, fingerprints of all. */
export class KeyMemory {
  /**
   * Two generations. The older one is dropped as a whole, because a map whose first entry is removed repeatedly becomes
   * slow.
   */
  #young = new Map<string, Remembered>();
  #old = new Map<string, Remembered>();
  readonly #all = new FingerprintSet();
  readonly #limit: number;
  /** The last command looked up. It is usually remembered next, so its name is cached. */
  #asked: ClientCommand | undefined;
  #askedName = '';

  constructor(limit: number, archived: Iterable<bigint> = []) {
    this.#limit = limit;
    for (const fingerprint of archived) this.#all.add(fromBigInt(fingerprint));
  }

  /** Looks up a command's key. */
  status(command: ClientCommand): KeyStatus {
    const name = this.#name(command);
    const remembered = this.#young.get(name) ?? this.#old.get(name);
    if (remembered !== undefined) {
      return {
        kind: 'known',
        outcome: payloadDigest(remembered.command) === payloadDigest(command) ? remembered.outcome : REUSED,
      };
    }
    return this.#all.has(fingerprintOf(name)) ? { kind: 'archived' } : { kind: 'new' };
  }

  /** Remembers the outcome of a command: in memory for at least `limit` further commands, as a fingerprint forever. */
  remember(command: ClientCommand, outcome: Outcome): void {
    const name = this.#name(command);
    this.#all.add(fingerprintOf(name));
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, { command, outcome });
  }

  #name(command: ClientCommand): string {
    if (command !== this.#asked) {
      this.#asked = command;
      this.#askedName = nameOf(command);
    }
    return this.#askedName;
  }

  /** All fingerprints, as a lazy iterable. */
  fingerprints(): Iterable<bigint> {
    const all = this.#all;
    return {
      *[Symbol.iterator]() {
        for (const fingerprint of all) yield toBigInt(fingerprint);
      },
    };
  }
}
