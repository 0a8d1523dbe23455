import type { CopyId } from '@fairlot/copying';
import { SECOND_MS } from '@fairlot/domain';
import { pause } from '../../platform/pause.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { RunningCopy } from './copy-row.ts';
import type { Follower } from './follower/follower.ts';
import { heldBy } from './held.ts';
import type { CopyRegistry } from './registry.ts';

/** Copies whose closes begin together. */
const SLICE = 100;
/** Time that a round waits for the closes of a slice. Those of a shard that takes no command may last much longer. */
const SLICE_MS = 50;
const ROUND_MS = SECOND_MS;

export interface ClosingsDeps {
  readonly registry: CopyRegistry;
  readonly follower: Pick<Follower, 'end'>;
  readonly trading: Pick<TradingHost, 'account'>;
  readonly now: () => number;
  readonly log: { error(detail: object, message: string): void };
}

/**
 * Closes the positions of stopping copies. A close that takes long goes on by itself, so that checks of losses and other
 * closes never wait for a shard that takes no command.
 */
export class CopyClosings {
  readonly #deps: ClosingsDeps;
  readonly #underWay = new Map<CopyId, Promise<void>>();
  /** The round in which a close last began. */
  readonly #tried = new Map<CopyId, number>();
  #rounds = 0;

  constructor(deps: ClosingsDeps) {
    this.#deps = deps;
  }

  /** Begins the closes that are not under way, for about a second. Those that were tried last come last. */
  async round(): Promise<void> {
    this.#rounds += 1;
    const waiting = [...this.#deps.registry.all()]
      .filter(({ id, state }) => state === 'stopping' && !this.#underWay.has(id))
      .sort((one, other) => (this.#tried.get(one.id) ?? 0) - (this.#tried.get(other.id) ?? 0));
    if (waiting.length === 0) return;
    const end = performance.now() + ROUND_MS;
    for (let from = 0; from < waiting.length && performance.now() < end; from += SLICE) {
      const closes = waiting.slice(from, from + SLICE).map((copy) => this.#begin(copy));
      await Promise.race([Promise.all(closes), pause(SLICE_MS)]);
    }
  }

  forget(copy: CopyId): void {
    this.#tried.delete(copy);
  }

  /** Resolves when no close is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  #begin(copy: RunningCopy): Promise<void> {
    const { id } = copy;
    this.#tried.set(id, this.#rounds);
    const closing = this.#close(copy)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, copy: id }, 'the positions of a copy could not be closed, trying again');
      })
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, closing);
    return closing;
  }

  async #close(copy: RunningCopy): Promise<void> {
    const { trading, registry, follower, now } = this.#deps;
    const view = trading.account(copy.copier);
    if (view === 'uncommitted') return;
    const positions = view === undefined ? [] : heldBy(registry, copy, view);
    await follower.end({ id: copy.id, copier: copy.copier, positions, time: now() });
  }
}
