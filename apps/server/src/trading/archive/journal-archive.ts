import { join } from 'node:path';
import type { ClientBase } from 'pg';
import type { SignedCheckpoint } from '../checkpoints/checkpoint.ts';
import type { Findings } from '../verify/findings.ts';
import { type StoredRow, storedRows } from '../verify/stored-rows.ts';
import { type Segment, checkpointOfSegment, manifestFileOf, rowsFileOf, segmentsOf } from './segment.ts';
import { type NotedSegment, endProblem, firstKept, notedSegments } from './noted-segments.ts';
import { hashOfFile, readRows } from './segment-file.ts';

/** The archive of a verification. */
export interface WantedArchive {
  /** Folder of archives. Their rows are replayed in place of those of the database. Not together with `fromCheckpoint`. */
  readonly archive?: string | undefined;
  /** Takes from the archive only the rows that the database no longer has. */
  readonly detachedAlone?: boolean;
}

/** The archived rows of a shard, for a verification. The client must stay in one transaction. */
export class JournalArchive {
  readonly #folder: string;
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  readonly #segments: readonly Segment[];
  #read = 0;

  private constructor(folder: string, client: ClientBase, shard: number, findings: Findings, segments: Segment[]) {
    this.#folder = folder;
    this.#client = client;
    this.#shard = shard;
    this.#findings = findings;
    this.#segments = segments;
  }

  /**
   * Reads the manifests of files that begin before a row, and reports those that are missing, whose file is missing or
   * another one, gaps, and ends that the database denies.
   */
  static async open(
    folder: string,
    client: ClientBase,
    shard: number,
    findings: Findings,
    before = Number.POSITIVE_INFINITY,
  ): Promise<JournalArchive> {
    const { segments: all, problems } = await segmentsOf(folder, shard);
    const segments = all.filter(({ first }) => first < before);
    for (const problem of problems) findings.add(`archive: ${problem}`);
    const noted = (await notedSegments(client, shard)).filter(({ first }) => first < before);
    const missing = noted.filter(({ first }) => !segments.some((segment) => segment.first === first));
    for (const segment of missing)
      findings.add(`archive: ${manifestFileOf(segment)} is missing, although it was written`);
    const intact: Segment[] = [];
    let last = 0;
    for (const segment of segments) {
      // The missing file that begins there was told already.
      if (segment.first > last + 1 && !missing.some(({ first }) => first === last + 1))
        findings.add(`archive: rows ${last + 1} to ${segment.first - 1} are in no usable file`);
      const problem =
        segment.first <= last
          ? 'has rows of another file'
          : await problemOf(
              segment,
              folder,
              client,
              noted.find(({ first }) => first === segment.first),
            );
      last = Math.max(last, segment.last);
      if (problem === undefined) intact.push(segment);
      else findings.add(`archive: ${rowsFileOf(segment)} ${problem}`);
    }
    return new JournalArchive(folder, client, shard, findings, intact);
  }

  /** The signed checkpoints that the manifests name. */
  get checkpoints(): SignedCheckpoint[] {
    return this.#segments.map(checkpointOfSegment);
  }

  /** Number of rows that were read from files. */
  get read(): number {
    return this.#read;
  }

  /**
   * The rows of the shard from row 1 up to row `through`: those of usable files from there, all others from the
   * database, so that one bad file gives one difference.
   */
  async *rows(through: number = Number.MAX_SAFE_INTEGER): AsyncGenerator<readonly StoredRow[]> {
    let last = 0;
    for (const segment of this.#segments) {
      if (segment.last > through) {
        this.#findings.add(`archive: ${manifestFileOf(segment)} has rows after ${through}, the last one of the tables`);
        break;
      }
      if (segment.first > last + 1) yield* storedRows(this.#client, this.#shard, last, segment.first - 1);
      for await (const rows of readRows(join(this.#folder, rowsFileOf(segment)))) {
        this.#read += rows.length;
        yield rows;
      }
      last = segment.last;
    }
    yield* storedRows(this.#client, this.#shard, last, through);
  }
}

/** Opens the archive that a verification wants; undefined when it needs none. */
export async function wantedArchive(
  { archive, detachedAlone = false }: WantedArchive,
  client: ClientBase,
  shard: number,
  findings: Findings,
): Promise<JournalArchive | undefined> {
  const before = detachedAlone ? await firstKept(client, shard) : undefined;
  if (archive === undefined || before === 1) return undefined;
  return JournalArchive.open(archive, client, shard, findings, before);
}

async function problemOf(
  segment: Segment,
  folder: string,
  client: ClientBase,
  noted: NotedSegment | undefined,
): Promise<string | undefined> {
  const sha256 = await hashOfFile(join(folder, rowsFileOf(segment)));
  if (sha256 === undefined) return 'is missing';
  if (sha256 !== segment.sha256) return 'has other bytes than its manifest says';
  return endProblem(client, segment, noted);
}
