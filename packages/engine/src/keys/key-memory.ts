import { type KeyStamp, keyStamp } from '@fairlot/domain';
import type { AccountId, ClientCommand } from '../command.ts';
import type { Outcome } from '../outcome.ts';
import { nameOf, payloadDigest } from './fingerprint.ts';

/** The state of a command's key. */
export type KeyStatus =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly outcome: Outcome }
  /** Memory can't prove that the key is new. Only the journal can tell. */
  | { readonly kind: 'archived' };

/** No key of the account that left memory has a greater stamp. */
export interface KeyMark {
  readonly account: AccountId;
  readonly stamp: KeyStamp;
}

/** Stores the command itself. Its digest is computed only when the key comes again. */
interface Remembered {
  readonly command: ClientCommand;
  readonly outcome: Outcome;
  readonly seq: number;
}

/** A command's key, as it is looked up and remembered. */
interface AskedKey {
  readonly command: ClientCommand;
  readonly name: string;
  readonly stamp: KeyStamp | undefined;
}

const REUSED: Outcome = { ok: false, reason: 'key_reused' };

/** The mark of an account that row `seq` removed. */
interface DroppedMark {
  readonly stamp: KeyStamp;
  readonly seq: number;
}

/** Keys that were remembered together, and the greatest stamp of each account among them. */
class Generation {
  readonly keys = new Map<string, Remembered>();
  readonly stamps = new Map<AccountId, KeyStamp>();
  /** Marks that were dropped meanwhile, in case that their rows did not happen. */
  readonly dropped = new Map<AccountId, DroppedMark>();
}

/**
 * The idempotency keys of the shard: the outcomes of the recent ones, and per account the greatest stamp of all others.
 * A key that is not among the recent ones and whose stamp is greater than its account's mark was never used, whatever
 * the clocks of the clients say. All other keys are for the journal to decide.
 */
export class KeyMemory {
  /**
   * Two generations. The older one is dropped as a whole, because a map whose first entry is removed repeatedly becomes
   * slow.
   */
  #young = new Generation();
  #old = new Generation();
  readonly #marks = new Map<AccountId, KeyStamp>();
  readonly #limit: number;
  /** True while memory holds every key of the journal, so that an absent key is new whatever its form. */
  #isWhole: boolean;
  /** The last command looked up. It is usually remembered next, so its name and stamp are cached. */
  #asked: AskedKey | undefined;

  /** `isEmpty`: the journal has no row, so that memory knows all of its keys until the first one is dropped. */
  constructor(limit: number, marks: Iterable<KeyMark> = [], isEmpty = false) {
    this.#limit = limit;
    this.#isWhole = isEmpty;
    for (const { account, stamp } of marks) raise(this.#marks, account, stamp);
  }

  /**
   * Looks up a command's key. `hasAccount`: its account exists. Without one there is no mark that could prove a key new,
   * because the marks of accounts that were removed are dropped.
   */
  status(command: ClientCommand, hasAccount = true): KeyStatus {
    const { name, stamp } = this.#ask(command);
    const remembered = this.#young.keys.get(name) ?? this.#old.keys.get(name);
    if (remembered !== undefined) {
      return {
        kind: 'known',
        outcome: payloadDigest(remembered.command) === payloadDigest(command) ? remembered.outcome : REUSED,
      };
    }
    const isLatest = hasAccount && stamp !== undefined && stamp > (this.#marks.get(command.account) ?? 0);
    return { kind: isLatest || this.#isWhole ? 'new' : 'archived' };
  }

  /** Remembers the outcome of a command, which is row `seq`, for at least `limit` further commands. */
  remember(command: ClientCommand, outcome: Outcome, seq: number): void {
    const { name, stamp } = this.#ask(command);
    if (this.#young.keys.size >= this.#limit) {
      if (this.#old.keys.size > 0) this.#isWhole = false;
      for (const [account, greatest] of this.#old.stamps) raise(this.#marks, account, greatest);
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.keys.set(name, { command, outcome, seq });
    if (stamp !== undefined) raise(this.#young.stamps, command.account, stamp);
  }

  /** Drops the mark of an account that row `seq` removed. Its keys in memory stay until they leave with the others. */
  dropMark(account: AccountId, seq: number): void {
    let stamp: KeyStamp = 0;
    for (const marks of [this.#marks, this.#old.stamps, this.#young.stamps]) {
      stamp = Math.max(stamp, marks.get(account) ?? 0);
      marks.delete(account);
    }
    if (stamp > 0) this.#young.dropped.set(account, { stamp, seq });
  }

  /** Drops the keys of rows after `seq`, which may not have happened: from now on the journal decides about them. */
  forgetAfter(seq: number): void {
    for (const { keys, dropped } of [this.#young, this.#old]) {
      for (const [account, { stamp, seq: row }] of dropped) {
        if (row <= seq) continue;
        dropped.delete(account);
        raise(this.#marks, account, stamp);
      }
      for (const [name, { command, seq: row }] of keys) {
        if (row <= seq) continue;
        keys.delete(name);
        this.#isWhole = false;
        raise(this.#marks, command.account, keyStamp(command.key));
      }
    }
  }

  /** The greatest stamp of each account, recent keys included, as a lazy iterable. */
  marks(): Iterable<KeyMark> {
    const parts = [this.#marks, this.#old.stamps, this.#young.stamps];
    return {
      *[Symbol.iterator]() {
        const all = new Map<AccountId, KeyStamp>();
        for (const part of parts) for (const [account, stamp] of part) raise(all, account, stamp);
        for (const [account, stamp] of all) yield { account, stamp };
      },
    };
  }

  #ask(command: ClientCommand): AskedKey {
    if (command !== this.#asked?.command)
      this.#asked = { command, name: nameOf(command), stamp: keyStamp(command.key) };
    return this.#asked;
  }
}

function raise(marks: Map<AccountId, KeyStamp>, account: AccountId, stamp: KeyStamp | undefined): void {
  if (stamp !== undefined && stamp > (marks.get(account) ?? 0)) marks.set(account, stamp);
}
