import { Readable } from 'node:stream';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { type Answer, done, refuse } from './answer.ts';

export interface OpenFilesSettings {
  readonly atOnce: number;
  /** Time without a read by the client after which a file is given up. */
  readonly idleMs: number;
}

/** Runs a query of a file when it is its turn. */
export type FileRead = <T>(query: () => Promise<T>) => Promise<T>;

/** Files that are generated while they are sent: one of each caller, and a few in all, of which one queries at a time. */
export class OpenFiles {
  readonly #callers = new Set<number>();
  readonly #queries: ConcurrencyLimit;
  readonly #settings: OpenFilesSettings;

  constructor(settings: OpenFilesSettings) {
    this.#settings = settings;
    this.#queries = new ConcurrencyLimit(1, settings.atOnce);
  }

  /**
   * A stream of a caller's texts, which keeps its place until it has ended. Refuses a second one of the caller, and
   * further callers when all places are taken.
   */
  open(caller: number, texts: (read: FileRead) => AsyncIterable<string>): Answer<Readable> {
    if (this.#callers.has(caller)) return refuse('too_many_requests');
    if (this.#callers.size >= this.#settings.atOnce) return refuse('overloaded');
    this.#callers.add(caller);
    const content = texts((query) => this.#queries.run(query));
    const stream: Readable = Readable.from(whileRead(content, this.#settings.idleMs, () => stream.destroy()));
    stream.once('close', () => this.#callers.delete(caller));
    return done(stream);
  }
}

/** The texts, with a timer that runs while none of them is asked for. */
async function* whileRead(texts: AsyncIterable<string>, idleMs: number, giveUp: () => void): AsyncGenerator<string> {
  for await (const text of texts) {
    const timer = setTimeout(giveUp, idleMs).unref();
    try {
      yield text;
    } finally {
      clearTimeout(timer);
    }
  }
}
