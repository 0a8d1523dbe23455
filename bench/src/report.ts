import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** The machine of a measurement. */
export function machine(): Record<string, string | number> {
  const all = cpus();
  return {
    processor: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
  };
}

/** Prints a benchmark's figures and writes them to bench/results. */
export function report(name: string, settings: object, figures: object): void {
  const result = { name, machine: machine(), settings, figures };
  console.log(JSON.stringify(result, null, 2));
  const folder = join(process.cwd(), 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Collects latencies in milliseconds. */
export class Latencies {
  readonly #all: number[] = [];

  add(ms: number): void {
    this.#all.push(ms);
  }

  /** Forgets all, so that the time before a measurement does not count. */
  clear(): void {
    this.#all.length = 0;
  }

  /** Quantile for a share from 0 to 1. */
  quantile(share: number): number {
    const sorted = Float64Array.from(this.#all).sort();
    return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(3));
  }

  summary(): { count: number; p50ms: number; p99ms: number; worstMs: number } {
    return {
      count: this.#all.length,
      p50ms: this.quantile(0.5),
      p99ms: this.quantile(0.99),
      worstMs: this.quantile(1),
    };
  }
}
