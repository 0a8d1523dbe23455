/** Latencies and failures of the honest clients. */
export class HonestRecord {
  traders = 0;
  readonly #latencies: number[] = [];
  readonly failures = new Map<string, number>();
  calls = 0;
  orders = 0;
  signIns = 0;
  messages = 0;
  /** Sockets' messages since the last look. */
  heard = 0;
  /** True while the server is measured and stands still. Orders that meet it have no latency. */
  isMeasuring = false;

  /** Adds the latency of an order that began at `begin`. */
  addOrder(begin: number, metMeasurement: boolean): void {
    this.orders += 1;
    if (!metMeasurement && !this.isMeasuring) this.#latencies.push(performance.now() - begin);
  }

  fail(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }

  /** Number of latencies, and quantiles in milliseconds. */
  latencies(): { readonly count: number; readonly p50ms: number; readonly p99ms: number; readonly worstMs: number } {
    const sorted = this.#latencies.toSorted((left, right) => left - right);
    const at = (share: number) =>
      Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1));
    return { count: sorted.length, p50ms: at(0.5), p99ms: at(0.99), worstMs: at(1) };
  }
}
