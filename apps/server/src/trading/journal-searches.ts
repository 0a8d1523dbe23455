import type { ClientCommand, Outcome } from '@fairlot/engine';
import type { PendingCaller } from './pending-caller.ts';
import { type HostOutcome, REFUSED_NOT_READY } from './port.ts';
import type { ShardStorage } from './shard-storage.ts';

type Outcomes = Pick<ShardStorage, 'findOutcome' | 'findOutcomes'>;

/**
 * The result of a search: the key's first outcome, undefined without one, or `failed` when the database did not answer.
 */
export type SearchResult = Outcome | undefined | 'failed';

/**
 * Searches the journal for keys that have left the engine's memory. Commands with the same key are searched one after
 * the other.
 */
export class JournalSearches {
  readonly #storage: Outcomes;
  /** Searches in progress by account and key. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(storage: Outcomes) {
    this.#storage = storage;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** Resolves when the search for a command's key ends; undefined when there is none. */
  underWay(command: ClientCommand): Promise<void> | undefined {
    return this.#underWay.size === 0 ? undefined : this.#underWay.get(nameOf(command));
  }

  /**
   * Searches for a key. `decide` runs before waiting commands with the same key continue, so that they find its result.
   */
  async find(command: ClientCommand, decide: (found: SearchResult) => Promise<HostOutcome>): Promise<HostOutcome> {
    const name = nameOf(command);
    const lookup = this.#storage.findOutcome(command);
    this.#underWay.set(name, lookup.then(nothing, nothing));
    let found: SearchResult = 'failed';
    try {
      found = await lookup;
    } catch {
      // `found` is already 'failed'.
    } finally {
      this.#underWay.delete(name);
    }
    return decide(found);
  }
}

/**
 * Answers the callers of a failed commit: a command in the journal has happened, another payload under its key has not.
 */
export async function answerFromJournal(storage: Outcomes, callers: readonly PendingCaller[]): Promise<void> {
  const keyed = callers.filter(
    (caller): caller is PendingCaller & { command: ClientCommand } => caller.command !== undefined,
  );
  const outcomes = await storage.findOutcomes(keyed.map(({ command }) => command));
  for (const [index, caller] of keyed.entries()) caller.answer(outcomes[index] ?? REFUSED_NOT_READY);
  for (const caller of callers) if (caller.command === undefined) caller.answer(REFUSED_NOT_READY);
}

function nameOf({ account, key }: ClientCommand): string {
  return `${account}:${key}`;
}

function nothing(): void {
  // Waiting commands only need the end of the search.
}
