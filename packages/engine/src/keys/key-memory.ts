import type { ClientCommand } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import { fingerprintOf, fromBigInt, nameOf, payloadDigest, toBigInt } from './fingerprint.ts';
import { FingerprintSet } from './fingerprint-set.ts';

/** What is known about the key of a command. */
export type KeyStanding =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly outcome: Outcome }
  /** Seen before, or another key with the same fingerprint; only the journal can tell. */
  | { readonly kind: 'archived' };

/** The command is kept as it came: its digest is only needed when its key comes again. */
interface Remembered {
  readonly command: ClientCommand;
  readonly outcome: Outcome;
}

const REUSED: Outcome = { ok: false, reason: 'key_reused' };

/** The idempotency keys of the shard: the most recent with their outcomes, all of them as fingerprints. */
export class KeyMemory {
  /** Two generations: the older one leaves as a whole, because a map from which the first entry is taken again and again grows slow. */
  #young = new Map<string, Remembered>();
  #old = new Map<string, Remembered>();
  readonly #all = new FingerprintSet();
  readonly #limit: number;
  /** The command that was asked for last: it is the one remembered next, and its name need not be made twice. */
  #asked: ClientCommand | undefined;
  #askedName = '';

  constructor(limit: number, archived: Iterable<bigint> = []) {
    this.#limit = limit;
    for (const fingerprint of archived) this.#all.add(fromBigInt(fingerprint));
  }

  /** What the engine knows of a command's key. */
  standing(command: ClientCommand): KeyStanding {
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

  /** Remembers the outcome under a command's key for good: for so many commands more at least in memory, then as a fingerprint. */
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

  /** All fingerprints, read when they are asked for. */
  fingerprints(): Iterable<bigint> {
    const all = this.#all;
    return {
      *[Symbol.iterator]() {
        for (const fingerprint of all) yield toBigInt(fingerprint);
      },
    };
  }
}
