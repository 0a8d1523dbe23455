import { AsyncLocalStorage } from 'node:async_hooks';

/** A collector of traces that takes OTLP over HTTP. */
export interface TraceSettings {
  /** Such as http://127.0.0.1:4318/v1/traces. */
  readonly url: string;
  /** Calls and ticks of a thousand that are traced. */
  readonly perMille: number;
}

/** Facts of a span. They name no person. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** A span under way. */
export interface OpenSpan {
  child(name: string, facts?: SpanFacts): OpenSpan;
  end(facts?: SpanFacts): void;
}

/** Begins a span without a parent; undefined when this one is not sampled. */
export type BeginTrace = (name: string, facts: SpanFacts) => OpenSpan | undefined;

/** Traces of calls and ticks on their way through the server. It exists only where a collector is configured. */
export class Tracing {
  readonly begin: BeginTrace;
  readonly #current = new AsyncLocalStorage<OpenSpan>();
  /** Spans of commits whose rows were not told to listeners yet, by account and idempotency key. */
  readonly #commits = new Map<string, OpenSpan>();

  constructor(begin: BeginTrace) {
    this.begin = begin;
  }

  /** The span of the work that runs now. */
  get current(): OpenSpan | undefined {
    return this.#current.getStore();
  }

  /** Runs work inside a span; without one it just runs. */
  within<T>(span: OpenSpan | undefined, work: () => T): T {
    return span === undefined ? work() : this.#current.run(span, work);
  }

  /**
   * Spans the commit of a command until its outcome is known. `told` resolves when listeners have its row, which they get
   * when the tables have it.
   */
  async commit<T>(name: string, span: OpenSpan, outcome: Promise<T>, told: () => Promise<void>): Promise<T> {
    this.#commits.set(name, span);
    try {
      return await outcome;
    } finally {
      span.end();
      void told()
        .catch(() => undefined)
        .finally(() => this.#commits.delete(name));
    }
  }

  /** The span of the commit of a command, until listeners have its row. */
  committing(name: string): OpenSpan | undefined {
    return this.#commits.get(name);
  }
}
