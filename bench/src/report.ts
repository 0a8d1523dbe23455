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

const BLOCK = 4096;

/** Collects latencies in milliseconds. */
export class Latencies {
  /** Blocks of a fixed size: an array that grows copies itself, which would be a stall of the benchmark's own. */
  readonly #blocks: Float64Array[] = [];
  #count = 0;

  add(ms: number): void {
    const at = this.#count % BLOCK;
    if (at === 0) this.#blocks.push(new Float64Array(BLOCK));
    this.#blocks.at(-1)![at] = ms;
    this.#count += 1;
  }

  /** Forgets all, so that the time before a measurement does not count. */
  clear(): void {
    this.#blocks.length = 0;
    this.#count = 0;
  }

  /** Quantile for a share from 0 to 1. */
  quantile(share: number): number {
    const sorted = new Float64Array(this.#count);
    for (const [index, block] of this.#blocks.entries())
      sorted.set(block.subarray(0, this.#count - index * BLOCK), index * BLOCK);
    sorted.sort();
    return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(3));
  }

  summary(): { count: number; p50ms: number; p99ms: number; worstMs: number } {
    return {
      count: this.#count,
      p50ms: this.quantile(0.5),
      p99ms: this.quantile(0.99),
      worstMs: this.quantile(1),
    };
  }
}
