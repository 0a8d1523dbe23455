import { type EngineImage, createEngine, restoreEngine } from '@fairlot/engine';
import { decodeRow, type RowTexts } from '../../../apps/server/src/trading/journal/codec.ts';
import { orderNumbersOf } from '../../../apps/server/src/trading/shard-numbers.ts';

/** A committed row of a journal, as it is stored. */
export interface StoredRow {
  readonly seq: number;
  readonly rules: number;
  readonly epoch: number;
  readonly texts: RowTexts;
  /** Hash of the row: 32 bytes, one character each. */
  readonly hash: string;
}

/** Images that are kept, so that a load does not begin at the first row. */
const MOST_IMAGES = 8;

/** An empty engine of a shard. */
export function emptyShard(shard: number): ReturnType<typeof createEngine> {
  return createEngine({ recentKeys: 1, firstOrder: orderNumbersOf(shard).first });
}

/**
 * The tables of a shard: the state that follows from its journal up to the watermark. They are computed when they are read;
 * trading-write-behind.test.ts shows that the tables of PostgreSQL are the same.
 */
export class SimTables {
  epoch = 0;
  /** The watermark. */
  seq = 0;
  /** The part of it that a crash of the database leaves at least, and the furthest that it has been. */
  durable = 0;
  written = 0;
  readonly #journal: readonly StoredRow[];
  readonly #images: EngineImage[];

  constructor(shard: number, journal: readonly StoredRow[]) {
    this.#journal = journal;
    this.#images = [copyOf(emptyShard(shard).image())];
  }

  /** The state at the watermark. */
  get image(): EngineImage {
    const nearest = this.#images.findLast(({ seq }) => seq <= this.seq)!;
    if (nearest.seq === this.seq) return structuredClone(nearest);
    const engine = restoreEngine(nearest, { recentKeys: 1, replays: true });
    for (const { seq, rules, texts } of this.#journal.slice(nearest.seq, this.seq))
      engine.replay(decodeRow(seq, rules, texts));
    const image = copyOf(engine.image());
    this.#images.push(image);
    this.#images.sort((one, other) => one.seq - other.seq);
    if (this.#images.length > MOST_IMAGES) this.#images.splice(1, 1);
    return structuredClone(image);
  }
}

/** An image whose lists are lists: the marks of keys may be read once only. */
function copyOf(image: EngineImage): EngineImage {
  return structuredClone({
    ...image,
    accounts: [...image.accounts],
    orders: [...image.orders],
    keyMarks: [...image.keyMarks],
  });
}

/** The row as it is stored, in text. */
export function textOf({ command, markets, outcome, events }: RowTexts): string {
  return [command, markets, outcome, events].join('\n');
}
