import type { Applied } from '@fairlot/engine';

type CommitHandler = (rows: readonly Applied[]) => void;

/** The listeners for commits and rollbacks. */
export class CommitListeners {
  readonly #commits = new Set<CommitHandler>();
  readonly #rollbacks = new Set<() => void>();
  readonly #log: { error(message: string): void };

  constructor(log: { error(message: string): void }) {
    this.#log = log;
  }

  onCommitted(handler: CommitHandler): () => void {
    this.#commits.add(handler);
    return () => this.#commits.delete(handler);
  }

  onRollback(handler: () => void): () => void {
    this.#rollbacks.add(handler);
    return () => this.#rollbacks.delete(handler);
  }

  /** Calls the listeners for committed rows. A failing listener does not prevent the others from being called. */
  committed(rows: readonly Applied[]): void {
    for (const handler of this.#commits) {
      try {
        handler(rows);
      } catch (error) {
        this.#log.error(`a listener to committed rows failed: ${String(error)}`);
      }
    }
  }

  rolledBack(): void {
    for (const handler of this.#rollbacks) handler();
  }
}
