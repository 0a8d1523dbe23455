import type { ClientCommand, Outcome } from '@fairlot/engine';
import type { Pool } from 'pg';
import type { Waiter } from './group-commit.ts';
import { findOutcome, findOutcomes } from './journal/keys.ts';
import type { CommandKey } from './journal/keys.ts';
import { REFUSED_NOT_READY } from './port.ts';
import type { HostOutcome } from './port.ts';

/** What a search gave: the first outcome under the key, nothing, or no answer from the database. */
export type Found = Outcome | undefined | 'failed';

/** Looks keys up in the journal that have left the engine's memory. Two commands under one key are looked up one after the other. */
export class JournalSearches {
  readonly #pool: Pool;
  /** By account and key. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** The end of the search under a command's key; undefined when there is none. */
  underWay(command: ClientCommand): Promise<void> | undefined {
    return this.#underWay.size === 0 ? undefined : this.#underWay.get(nameOf(command));
  }

  /** Looks a key up. `decide` is called before anybody who waits for the end of this search goes on: what it applies, they find. */
  async find(command: ClientCommand, decide: (found: Found) => Promise<HostOutcome>): Promise<HostOutcome> {
    const name = nameOf(command);
    const lookup = findOutcome(this.#pool, command);
    this.#underWay.set(name, lookup.then(nothing, nothing));
    let found: Found = 'failed';
    try {
      found = await lookup;
    } catch {
      // Said by the value.
    } finally {
      this.#underWay.delete(name);
    }
    return decide(found);
  }
}

/** Tells callers of a commit that failed what became of their commands: what is in the journal happened. */
export async function answerFromJournal(pool: Pool, waiters: readonly Waiter[]): Promise<void> {
  const keyed = waiters.filter((waiter): waiter is Waiter & { key: CommandKey } => waiter.key !== undefined);
  const outcomes = await findOutcomes(
    pool,
    keyed.map(({ key }) => key),
  );
  for (const [index, waiter] of keyed.entries()) waiter.answer(outcomes[index] ?? REFUSED_NOT_READY);
  for (const waiter of waiters) if (waiter.key === undefined) waiter.answer(REFUSED_NOT_READY);
}

function nameOf({ account, key }: ClientCommand): string {
  return `${account}:${key}`;
}

function nothing(): void {
  // Only the end of the search matters to those who wait for it.
}
