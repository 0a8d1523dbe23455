import type { Applied } from '@fairlot/engine';

type CommitHandler = (rows: readonly Applied[]) => void;

/** The listeners for commits, for their rows in the tables, and for rollbacks. */
export class CommitListeners {
  readonly #journalled = new Set<CommitHandler>();
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

  onJournalled(handler: CommitHandler): () => void {
    this.#journalled.add(handler);
    return () => this.#journalled.delete(handler);
  }

  onRollback(handler: () => void): () => void {
    this.#rollbacks.add(handler);
    return () => this.#rollbacks.delete(handler);
  }

  /** Calls the listeners for rows at their commit. */
  journalled(rows: readonly Applied[]): void {
    this.#call(this.#journalled, rows);
  }

  /** Calls the listeners for committed rows that the tables have. */
  committed(rows: readonly Applied[]): void {
    this.#call(this.#commits, rows);
  }

  /** A failing listener does not prevent the others from being called. */
  #call(handlers: ReadonlySet<CommitHandler>, rows: readonly Applied[]): void {
    for (const handler of handlers) {
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
