import { type Applied, type TradingEngine, keyFingerprint } from '@fairlot/engine';
import { keyOf, writeJournalRow } from '../journal/batch.ts';
import { type RowTexts, decodeRow } from '../journal/codec.ts';
import { CopyBuffer } from '../journal/copy-buffer.ts';
import { encodeRow } from '../journal/encode-row.ts';
import type { Findings } from './findings.ts';
import type { StoredRow } from './stored-rows.ts';

/** A row of the journal and its hash, after which reading starts. */
export interface JournalStart {
  readonly seq: number;
  /** 32 bytes, one character each. */
  readonly hash: string;
}

/** Receives the rows of the journal while it is read. */
export interface JournalReader {
  row(row: Applied): void;
  /** Receives the row as the engine computes it again, while it can, after the row of the journal. */
  replayed(row: Applied): void;
  /** Called after each row with its stored hash. `isReplayed`: the engine has the state after this row. */
  checked(seq: number, hash: string, isReplayed: boolean): void;
  /** Called after some thousand rows, so that readers need not keep them all. */
  chunk(): Promise<void>;
}

/**
 * Checks the rows of a shard's journal, in order from the one after `start`, for gaps, the hash chain, and that the engine
 * computes the same row from each command. `complete`: all rows could be replayed, so the engine has the journal's state.
 */
export async function checkJournal(
  chunks: AsyncIterable<readonly StoredRow[]>,
  shard: number,
  engine: TradingEngine,
  findings: Findings,
  reader: JournalReader,
  start: JournalStart,
): Promise<{ readonly last: JournalStart; readonly complete: boolean }> {
  const chain = new Chain(shard, findings, start);
  let refolds = true;
  for await (const rows of chunks) {
    for (const stored of rows) {
      const row = chain.check(stored);
      if (row !== undefined) reader.row(row);
      // After the first row that can't be replayed, the engine's state is meaningless.
      const again: Applied | undefined =
        refolds && row !== undefined ? refold(engine, row, textsOf(stored), findings) : undefined;
      refolds = again !== undefined;
      if (again !== undefined) reader.replayed(again);
      reader.checked(chain.last.seq, chain.last.hash, refolds);
    }
    await reader.chunk();
  }
  return { last: chain.last, complete: refolds };
}

function textsOf([, , , , , , command, markets, outcome, events]: StoredRow): RowTexts {
  return { command, markets, outcome, events };
}

/** Computes a row again; undefined when that is not possible. */
function refold(engine: TradingEngine, row: Applied, stored: RowTexts, findings: Findings): Applied | undefined {
  try {
    const replayed = engine.replay(row);
    const again = encodeRow(replayed);
    for (const part of ['command', 'markets', 'outcome', 'events'] as const) {
      if (again[part] !== stored[part])
        findings.add(`row ${row.seq}: the engine computes other ${part}: ${again[part]} instead of ${stored[part]}`);
    }
    return replayed;
  } catch (error) {
    findings.add(`row ${row.seq} can't be refolded: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function fingerprintOf({ account, key }: ReturnType<typeof keyOf>): bigint | null {
  return account === undefined || key === undefined ? null : BigInt.asIntN(64, keyFingerprint(account, key));
}

/** The chain of hashes and row numbers. */
export class Chain {
  readonly #shard: number;
  readonly #findings: Findings;
  readonly #buffer = new CopyBuffer();
  #last: JournalStart;
  #epoch = 0;

  constructor(shard: number, findings: Findings, start: JournalStart) {
    this.#shard = shard;
    this.#findings = findings;
    this.#last = start;
  }

  /** The last row that was read. */
  get last(): JournalStart {
    return this.#last;
  }

  /** Checks a row's number, columns and hash; undefined when it can't be decoded. */
  check(stored: StoredRow): Applied | undefined {
    const [seq, epoch, time, account, key, print, , , , , rules, hash] = stored;
    const texts = textsOf(stored);
    const previous = this.#last;
    const given = hash.toString('latin1');
    this.#last = { seq: Number(seq), hash: given };
    if (Number(seq) !== previous.seq + 1)
      this.#findings.add(`row ${previous.seq + 1} is missing: the next one is ${seq}`);
    if (Number(epoch) < this.#epoch)
      this.#findings.add(`row ${seq} was written under epoch ${epoch}, after one of epoch ${this.#epoch}`);
    this.#epoch = Number(epoch);
    const row = this.#read(Number(seq), rules, texts);
    if (row === undefined) return undefined;
    const named = keyOf(row.command);
    if (
      row.command.time !== Number(time) ||
      (named.account ?? null) !== (account === null ? null : Number(account)) ||
      (named.key ?? null) !== key ||
      print !== fingerprintOf(named)
    ) {
      this.#findings.add(`row ${seq}: its columns differ from its command`);
    }
    this.#buffer.clear();
    const expected = writeJournalRow(
      this.#buffer,
      { shard: this.#shard, epoch: Number(epoch) },
      row,
      texts,
      previous.hash,
    );
    if (expected !== given)
      this.#findings.add(`row ${seq}: its hash does not follow from its content and the row before`);
    return row;
  }

  #read(seq: number, rules: number, texts: RowTexts): Applied | undefined {
    try {
      return decodeRow(seq, rules, texts);
    } catch (error) {
      this.#findings.add(`row ${seq} can't be read: ${String(error)}`);
      return undefined;
    }
  }
}
