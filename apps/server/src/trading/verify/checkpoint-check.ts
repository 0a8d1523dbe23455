import { type TradingEngine, restoreEngine } from '@fairlot/engine';
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type CheckpointKeys, type SignedCheckpoint, lineOf } from '../checkpoints/checkpoint.ts';
import { checkpointsOfFile, storedCheckpoints, storedImage } from '../checkpoints/checkpoint-store.ts';
import { readImage } from '../checkpoints/image-text.ts';
import { imageText } from '../checkpoints/make-checkpoint.ts';
import type { Findings } from './findings.ts';
import type { JournalStart } from './journal-check.ts';
import { stateHashOf } from './state-hash.ts';

/** The source of a verification's checkpoints. */
export interface CheckpointSource {
  readonly keys: CheckpointKeys;
  /** The file that the server appends checkpoints to, or a copy of it. */
  readonly file: string | undefined;
}

/** An engine in the state of a checkpoint, and the row after which it goes on. */
export interface CheckpointStart {
  readonly checkpoint: SignedCheckpoint;
  readonly engine: TradingEngine;
  readonly start: JournalStart;
}

/**
 * Compares the journal with the signed checkpoints of the table and of the file. A changed row before a checkpoint gives
 * other hashes, and only the key's owner can sign those.
 */
export class CheckpointCheck {
  readonly #findings: Findings;
  readonly #bySeq = new Map<number, SignedCheckpoint[]>();
  #held = 0;

  private constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Reads the checkpoints, adds those of `more`, and checks their signatures. */
  static async read(
    client: ClientBase,
    shard: number,
    source: CheckpointSource,
    findings: Findings,
    more: readonly SignedCheckpoint[] = [],
  ): Promise<CheckpointCheck> {
    const check = new CheckpointCheck(findings);
    const fromFile = source.file === undefined ? [] : await checkpointsOfFile(source.file, shard);
    const all = [...(await storedCheckpoints(client, shard)), ...fromFile, ...more];
    for (const signed of new Map(all.map((each) => [lineOf(each), each])).values()) {
      if (source.keys.verifies(signed)) check.#add(signed);
      else
        findings.add(`the checkpoint of row ${signed.seq} is not signed with key ${signed.keyId} by one of our keys`);
    }
    return check;
  }

  /** Number of checkpoints that agree with the journal. */
  get held(): number {
    return this.#held;
  }

  /** The signed checkpoints, the newest first. */
  newestFirst(): SignedCheckpoint[] {
    return [...this.#bySeq.values()].flat().sort((left, right) => right.seq - left.seq);
  }

  /** Compares a row's hash, and the engine's state after it, with the checkpoints of the row. */
  row(seq: number, hash: string, engine: TradingEngine | undefined): void {
    const here = this.#bySeq.get(seq);
    if (here === undefined) return;
    this.#bySeq.delete(seq);
    const journalHash = Buffer.from(hash, 'latin1').toString('hex');
    const stateHash = engine === undefined ? undefined : stateHashOf(engine);
    for (const signed of here) {
      if (signed.journalHash !== journalHash)
        this.#findings.add(`row ${seq} has another hash than its signed checkpoint of ${timeOf(signed)}`);
      else if (stateHash !== undefined && signed.stateHash !== stateHash)
        this.#findings.add(
          `the state after row ${seq} has another hash than its signed checkpoint of ${timeOf(signed)}`,
        );
      else this.#held += 1;
    }
  }

  /** Reports the checkpoints of rows that the journal does not have. `from`: rows up to this one were not read. */
  finish(from: number): void {
    for (const signed of this.newestFirst()) {
      if (signed.seq > from)
        this.#findings.add(`row ${signed.seq} of the signed checkpoint of ${timeOf(signed)} is not in the journal`);
    }
  }

  /** An engine restored from the newest checkpoint that has an image. Undefined, with a finding, when there is none. */
  async start(client: ClientBase, shard: number): Promise<CheckpointStart | undefined> {
    for (const checkpoint of this.newestFirst()) {
      const image = await storedImage(client, shard, checkpoint.seq);
      if (image === undefined) continue;
      try {
        const text = await imageText(image);
        if (createHash('sha256').update(text).digest('hex') !== checkpoint.imageHash)
          throw new Error('the image is another one than was signed');
        const engine = restoreEngine(readImage(text), { recentKeys: 1, replays: true });
        const start = { seq: checkpoint.seq, hash: Buffer.from(checkpoint.journalHash, 'hex').toString('latin1') };
        await this.#compareRow(client, shard, start, engine);
        return { checkpoint, engine, start };
      } catch (error) {
        this.#findings.add(`the image of row ${checkpoint.seq} can't be used: ${String(error)}`);
      }
    }
    this.#findings.add('there is no signed checkpoint from which verification could start');
    return undefined;
  }

  async #compareRow(client: ClientBase, shard: number, { seq }: JournalStart, engine: TradingEngine): Promise<void> {
    const { rows } = await client.query<{ hash: Buffer }>('select hash from journal where shard = $1 and seq = $2', [
      shard,
      seq,
    ]);
    if (rows[0] !== undefined) this.row(seq, rows[0].hash.toString('latin1'), engine);
    else this.#findings.add(`row ${seq} of a signed checkpoint is not in the journal`);
  }

  #add(signed: SignedCheckpoint): void {
    const here = this.#bySeq.get(signed.seq);
    if (here === undefined) this.#bySeq.set(signed.seq, [signed]);
    else here.push(signed);
  }
}

function timeOf({ time }: SignedCheckpoint): string {
  return new Date(time).toISOString();
}
