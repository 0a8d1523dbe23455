import {
  type Applied,
  type EngineImage,
  type RestoreOptions,
  type Submission,
  type TradingEngine,
  restoreEngine,
} from '@fairlot/engine';
import { Auditor, type Books, compareAccounts, rowText } from '@fairlot/engine/sim';
import { encode } from '../../../apps/server/src/trading/journal/codec.ts';
import { encodeRow } from '../../../apps/server/src/trading/journal/encode-row.ts';
import { orderNumbersOf } from '../../../apps/server/src/trading/shard-numbers.ts';
import type { SimShard } from './sim-database.ts';
import { textOf } from './sim-tables.ts';

/** Books that are kept for a takeover, which begins at the last committed row. */
const MOST_BOOKS = 300;

/**
 * Lets the engine's own auditor predict each step of the engines of a shard. A takeover goes on with the books after the
 * last committed row, whoever computed it.
 */
export class EngineAudit {
  /** Steps that were predicted. */
  steps = 0;
  readonly #shard: SimShard;
  readonly #disagree: (message: string) => never;
  /** Books after a row, by its number and text: a row that was not committed may have another after it. */
  readonly #books = new Map<string, Books>();

  constructor(shard: SimShard, disagree: (message: string) => never) {
    this.#shard = shard;
    this.#disagree = disagree;
  }

  /** Restores an engine whose steps are predicted. */
  readonly restore = (image: EngineImage, options?: RestoreOptions): TradingEngine => {
    const engine = restoreEngine(image, options);
    const auditor = new Auditor();
    auditor.goBackTo(this.#booksAt(image.seq));
    const views = [...image.instruments].map(({ id }) => engine.market(id));
    auditor.forgetMarkets(views.filter((view) => view !== undefined));
    return this.#audited(engine, auditor);
  };

  #audited(engine: TradingEngine, auditor: Auditor): TradingEngine {
    const steps: Partial<TradingEngine> = {
      submit: (command, fresh) => {
        const submission = engine.submit(command, fresh);
        // The host searches the journal, and submits again if the key is not there.
        if (submission.kind !== 'archived') this.#compare(engine, auditor, submission, auditor.command(command));
        return submission;
      },
      onQuote: (quote, now) => {
        const lines = auditor.quote(quote, now);
        return this.#take(engine, auditor, engine.onQuote(quote, now), lines);
      },
      expire: (now) => {
        const lines = auditor.expire(now);
        return this.#take(engine, auditor, engine.expire(now), lines);
      },
      work: (now) => {
        const rows = engine.work(now);
        const lines = auditor.work(rows, now, (instrument) => engine.market(instrument));
        return this.#take(engine, auditor, rows, lines);
      },
      setOpen: (instrument, open) => {
        auditor.setOpen(instrument, open);
        engine.setOpen(instrument, open);
      },
      setDoubt: (instrument, doubt) => {
        auditor.setDoubt(instrument, doubt);
        engine.setDoubt(instrument, doubt);
      },
    };
    return new Proxy(engine, {
      get: (target, name) => {
        if (name in steps) return steps[name as keyof TradingEngine];
        const own: unknown = Reflect.get(target, name, target);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  }

  #compare(
    engine: TradingEngine,
    auditor: Auditor,
    submission: Exclude<Submission, { kind: 'archived' }>,
    expected: ReturnType<Auditor['command']>,
  ): void {
    const isApplied = submission.kind === 'applied';
    const outcome = isApplied ? submission.rows[0].outcome : submission.outcome;
    if (submission.kind !== expected.kind || encode(outcome) !== encode(expected.outcome))
      this.#disagree(
        `shard ${this.#shard.number} says ${submission.kind} ${encode(outcome)}, expected ${expected.kind} ${encode(expected.outcome)}`,
      );
    if (isApplied) this.#take(engine, auditor, submission.rows, expected.lines);
  }

  #take<Rows extends readonly Applied[]>(
    engine: TradingEngine,
    auditor: Auditor,
    rows: Rows,
    expected: readonly string[],
  ): Rows {
    this.steps += 1;
    const actual = rows.flatMap(rowText);
    if (actual.join('\n') !== expected.join('\n'))
      this.#disagree(
        `shard ${this.#shard.number} computes\n${actual.join('\n')}\n  expected was\n${expected.join('\n')}`,
      );
    const last = rows.at(-1);
    if (last === undefined) return rows;
    try {
      compareAccounts(engine, auditor.ledger, auditor.ledger.touched);
    } catch (error) {
      this.#disagree(`shard ${this.#shard.number}: ${String(error)}`);
    }
    this.#books.set(`${last.seq} ${textOf(encodeRow(last))}`, auditor.remember());
    const [oldest] = this.#books.keys();
    if (this.#books.size > MOST_BOOKS && oldest !== undefined) this.#books.delete(oldest);
    return rows;
  }

  /** The books after a committed row. */
  #booksAt(seq: number): Books {
    const row = this.#shard.journal[seq - 1];
    if (row === undefined) {
      const books = new Auditor().remember();
      books.nextOrder = orderNumbersOf(this.#shard.number).first;
      return books;
    }
    const books = this.#books.get(`${seq} ${textOf(row.texts)}`);
    return books ?? this.#disagree(`shard ${this.#shard.number} is restored at row ${seq}, which no step ended with`);
  }
}
