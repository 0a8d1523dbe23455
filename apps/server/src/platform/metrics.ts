import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

type Values = Readonly<Record<string, number>>;

/** Metrics of the running server, at /metrics in the Prometheus format. */
export class Metrics {
  readonly registry = new Registry();
  readonly calls = new Histogram({
    name: 'fairlot_http_call_seconds',
    help: 'Time from the request to its answer, by call and reason.',
    labelNames: ['call', 'reason'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  readonly socketMessages = new Counter({
    name: 'fairlot_socket_messages_total',
    help: 'Messages from sockets, by type or by the reason for which they were refused.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly slowSockets = new Counter({
    name: 'fairlot_socket_slow_total',
    help: 'Sockets that could not keep up, by the loss.',
    labelNames: ['lost'],
    registers: [this.registry],
  });

  readonly #limits = this.counter('limits_hit_total', 'Refusals by a limit, by its name.', ['limit']);

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'fairlot_' });
  }

  /** Registers a gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name: `fairlot_${name}`,
      help,
      registers: [this.registry],
      collect: () => gauge.set(read()),
    });
  }

  /** Registers a gauge by label that is read on each scrape. A label that is no longer read is no longer shown. */
  gauges(name: string, help: string, label: string, read: () => Values | Promise<Values>): void {
    const gauge: Gauge = new Gauge({
      name: `fairlot_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const values = await read();
        gauge.reset();
        for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value);
      },
    });
  }

  /** Registers a counter. */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name: `fairlot_${name}`, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** Registers a histogram. */
  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label> {
    return new Histogram({
      name: `fairlot_${name}`,
      help,
      labelNames: [...labelNames],
      buckets: [...buckets],
      registers: [this.registry],
    });
  }

  /** Shows a limit before its first hit: an increase from nothing is invisible to Prometheus. */
  showLimit(limit: string): void {
    this.#limits.inc({ limit }, 0);
  }

  /** Counts a refusal by a limit and returns false. Names come from a small fixed set. */
  limitHit(limit: string): false {
    this.#limits.inc({ limit });
    return false;
  }
}
