import { type KeyMark, type TradingEngine, createEngine, restoreEngine } from '@fairlot/engine';
import type { Pool, PoolClient } from 'pg';
import { inSnapshot } from '../../db/snapshot.ts';
import { checkKeptKeys } from '../archive/archived-keys.ts';
import { type JournalArchive, type WantedArchive, wantedArchive } from '../archive/journal-archive.ts';
import { firstKept, notedSegments } from '../archive/noted-segments.ts';
import { NO_HASH } from '../journal/batch.ts';
import { encode } from '../journal/codec.ts';
import { loadShard } from '../journal/load-shard.ts';
import { orderNumbersOf } from '../shard-numbers.ts';
import { type Balances, checkBalances } from './balance-check.ts';
import { checkDays, checkOrderDays, checkTransferSums } from './day-check.ts';
import type { SignedCheckpoint } from '../checkpoints/checkpoint.ts';
import { CheckpointCheck, type CheckpointSource } from './checkpoint-check.ts';
import { CorrectionCheck } from './correction-check.ts';
import { Findings } from './findings.ts';
import { type JournalReader, checkJournal } from './journal-check.ts';
import { checkKeys } from './key-check.ts';
import { OrderCheck } from './order-check.ts';
import { stateHashOf } from './state-hash.ts';
import { type StoredRow, storedRows } from './stored-rows.ts';
import { TransferCheck } from './transfer-check.ts';

/** The result of a verification. Without findings, the journal, its replay and the tables agree. */
export interface Verification {
  /** Number of the last row. */
  readonly rows: number;
  /** Hash of the last row in hexadecimal digits: the journal's head. */
  readonly head: string;
  /** Number of rows at the end of the journal that the tables do not have yet; the next start, or a server at work, writes them. */
  readonly behind: number;
  /** Number of signed checkpoints that agree with the journal; undefined when none were compared. */
  readonly checkpoints: number | undefined;
  /** The checkpoint from which verification started; rows up to it were not read. */
  readonly from?: SignedCheckpoint | undefined;
  /** Number of the first rows that were read from archives alone; undefined when none were asked for. */
  readonly archived?: number | undefined;
  readonly orders: number;
  readonly transfers: number;
  /** State hash of the replayed engine. */
  readonly stateHash: string;
  readonly balances: Balances;
  /** Number of differences. The first ones are in `shown`. */
  readonly count: number;
  readonly shown: readonly string[];
}

/** The parts that signed checkpoints and archives have in a verification. */
export interface VerifyOptions extends WantedArchive {
  /** Signed checkpoints to compare with. */
  readonly checkpoints?: CheckpointSource | undefined;
  /** Starts from the newest signed checkpoint, and trusts it for everything before. */
  readonly fromCheckpoint?: boolean;
}

/** Verifies a shard in one snapshot of the database, even while a server writes. */
export function verifyShard(pool: Pool, shard = 0, options: VerifyOptions = {}): Promise<Verification> {
  return inSnapshot(pool, (client) => verifySnapshot(client, shard, options));
}

async function verifySnapshot(
  client: PoolClient,
  shard: number,
  { checkpoints, fromCheckpoint = false, ...wanted }: VerifyOptions,
): Promise<Verification> {
  const findings = new Findings();
  const archive = await wantedArchive(wanted, client, shard, findings);
  const signed =
    checkpoints === undefined
      ? undefined
      : await CheckpointCheck.read(client, shard, checkpoints, findings, archive?.checkpoints);
  const begun = fromCheckpoint ? await signed?.start(client, shard) : undefined;
  const engine = begun?.engine ?? createEngine({ recentKeys: 1, firstOrder: orderNumbersOf(shard).first });
  const { nextOrder, nextTransfer } = engine.image();
  const orders = new OrderCheck(client, shard, findings, nextOrder);
  const transfers = new TransferCheck(client, shard, findings, nextTransfer - 1);
  const corrections = new CorrectionCheck(client, shard, findings, begun?.start.seq ?? 0);
  const reader: JournalReader = {
    row: (row) => {
      orders.row(row);
      corrections.row(row);
      transfers.row(row);
    },
    replayed: (row) => orders.replayed(row),
    checked: (seq, hash, isReplayed) => signed?.row(seq, hash, isReplayed ? engine : undefined),
    chunk: async () => {
      await orders.compareEnded();
      await transfers.compare();
      await corrections.compare();
    },
  };
  const written = await writtenSeq(client, shard);
  const start = begun?.start ?? { seq: 0, hash: NO_HASH };
  const chunks = await rowsThrough(client, shard, { written, archive, begun: begun?.start.seq, findings });
  const journal = await checkJournal(chunks, shard, engine, findings, reader, start);
  const placed = await orders.finish();
  const moved = await transfers.finish();
  await corrections.finish();
  if (journal.complete) await compareState(client, shard, engine, findings);
  // The tables stand at the last row that was written. The rest of the journal is replayed and compared with nothing else.
  const tail = await checkJournal(
    storedRows(client, shard, journal.last.seq),
    shard,
    engine,
    findings,
    { ...reader, row: ignore, replayed: ignore, chunk: () => Promise.resolve() },
    journal.last,
  );
  if (written !== undefined && journal.last.seq < written)
    findings.add(`the tables have rows up to ${written}, the journal up to ${journal.last.seq}`);
  signed?.finish(begun?.start.seq ?? 0);
  if (begun === undefined) await checkKeys(client, shard, findings);
  const balances = await checkBalances(client, shard, findings);
  await checkDays(client, shard, findings);
  await checkTransferSums(client, shard, findings);
  await checkOrderDays(client, shard, findings);
  return {
    rows: tail.last.seq,
    head: Buffer.from(tail.last.hash, 'latin1').toString('hex'),
    behind: tail.last.seq - journal.last.seq,
    checkpoints: signed?.held,
    from: begun?.checkpoint,
    archived: archive?.read,
    orders: placed,
    transfers: moved,
    stateHash: stateHashOf(engine),
    balances,
    count: findings.count,
    shown: findings.shown,
  };
}

/**
 * The rows up to the last written one: from the archive, from the database, or after the row of a checkpoint (`begun`).
 * Throws when the first rows are in the archive alone, and neither is given.
 */
async function rowsThrough(
  client: PoolClient,
  shard: number,
  {
    written,
    archive,
    begun,
    findings,
  }: {
    readonly written: number | undefined;
    readonly archive: JournalArchive | undefined;
    readonly begun: number | undefined;
    readonly findings: Findings;
  },
): Promise<AsyncIterable<readonly StoredRow[]>> {
  const first = await firstKept(client, shard);
  if (archive !== undefined) return checkKeptKeys(archive.rows(written), client, { shard, firstKept: first, findings });
  const archived = (await notedSegments(client, shard)).at(-1)?.last ?? 0;
  if (begun === undefined && first > 1 && first <= archived)
    throw new Error(
      `rows 1 to ${first - 1} of shard ${shard} are in the archive alone: verify with --archive, or the rest with --from-checkpoint`,
    );
  return storedRows(client, shard, begun ?? 0, written);
}

/** The last row of the journal that is written to the tables; undefined for a shard that no server has opened. */
async function writtenSeq(client: PoolClient, shard: number): Promise<number | undefined> {
  const { rows } = await client.query<{ seq: string }>('select seq::text as seq from shard_writes where shard = $1', [
    shard,
  ]);
  return rows[0] && Number(rows[0].seq);
}

function ignore(): void {
  // The tables have no rows of the tail to compare with.
}

/** Compares the engine restored from the tables with the replayed engine, and reports which parts differ. */
async function compareState(
  client: PoolClient,
  shard: number,
  refolded: TradingEngine,
  findings: Findings,
): Promise<void> {
  const { image } = await loadShard(client, shard);
  compareMarks(image.keyMarks, refolded.image().keyMarks, findings);
  if (hashOf(image) === stateHashOf(refolded)) return;
  const before = findings.count;
  const want = refolded.image();
  for (const part of ['seq', 'nextOrder', 'nextTransfer', 'rules'] as const) {
    if (encode(image[part] ?? null) !== encode(want[part] ?? null))
      findings.add(
        `${part} is ${encode(image[part] ?? null)} by the tables, ${encode(want[part] ?? null)} by the journal`,
      );
  }
  const [have, expected] = [[...(image.restricted ?? [])], [...(want.restricted ?? [])]];
  if (encode(have) !== encode(expected))
    findings.add(`halted or close-only are ${encode(have)} by the tables, ${encode(expected)} by the journal`);
  const [fixed, wanted] = [[...(image.corrected ?? [])], [...(want.corrected ?? [])]];
  if (encode(fixed) !== encode(wanted))
    findings.add(`corrected fills are ${encode(fixed)} by the tables, ${encode(wanted)} by the journal`);
  for (const part of ['instruments', 'groups', 'accounts', 'orders', 'withdrawals'] as const)
    compareRecords(part, image[part] ?? [], want[part] ?? [], findings);
  if (findings.count === before) findings.add('the state of the tables has another hash than the journal’s');
}

function hashOf(image: Parameters<typeof restoreEngine>[0]): string | undefined {
  try {
    return stateHashOf(restoreEngine(image, { recentKeys: 1 }));
  } catch {
    // Inconsistent tables make no engine. The comparison of their records shows the problem.
    return undefined;
  }
}

function compareRecords(
  part: string,
  have: Iterable<{ readonly id: number }>,
  want: Iterable<{ readonly id: number }>,
  findings: Findings,
): void {
  const stored = new Map([...have].map((record) => [record.id, fields(record)]));
  for (const record of want) {
    const found = stored.get(record.id);
    stored.delete(record.id);
    if (found !== fields(record))
      findings.add(`${part} ${record.id}: ${found ?? 'missing'} by the tables, ${fields(record)} by the journal`);
  }
  for (const [id, found] of stored) findings.add(`${part} ${id}: ${found} by the tables, not in the journal`);
}

/** Without its mark, a used key would be taken as new. A mark may be greater than its keys. */
function compareMarks(have: Iterable<KeyMark>, want: Iterable<KeyMark>, findings: Findings): void {
  const stored = new Map([...have].map(({ account, stamp }) => [account, stamp]));
  for (const { account, stamp } of want) {
    const mark = stored.get(account) ?? 0;
    if (mark < stamp)
      findings.add(
        `account ${account}: the mark of its keys is ${mark} in the table, at least ${stamp} by the journal`,
      );
  }
}

/** A record as text, independent of the order of its fields. */
function fields(record: object): string {
  const sorted = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return encode(Object.fromEntries(sorted));
}
