import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { BackupError } from './backup-error.ts';
import { type Lsn, lsnText, parseLsn, segmentName, segmentStart } from './lsn.ts';
import { type LineRecord, addLineForKey, names, readLine, writeRecord } from './records.ts';
import { stamp } from './stamp.ts';
import type { Vault } from './vault.ts';
import { walChain, walName, walPieces } from './wal-names.ts';

const SLOT_PREFIX = 'fairlot_backup_';
/** PostgreSQL's error codes for a slot that another process just works on, and one that is further already. */
const SLOT_IS_AHEAD = new Set(['55006', '55000']);

/** Thrown when the archive can't be continued: a new line and a new base backup are needed. */
export class BrokenLineError extends BackupError {}

/** The parts that an archive works with. */
export interface ArchiveDeps {
  /** Sessions of the cluster's superuser. */
  readonly pool: Pool;
  /** Folder of the cluster. */
  readonly cluster: string;
  readonly vault: Vault;
}

interface Slot {
  readonly slot_name: string;
  readonly restart_lsn: string | null;
  readonly wal_status: string | null;
}

/**
 * Copies the write-ahead log of a cluster to the vault, up to the last commit. A replication slot makes PostgreSQL keep
 * the log until it is stored; the slot's name leads to the line. The files are read where they are, because the embedded
 * PostgreSQL has no program for it.
 */
export class WalArchive {
  readonly line: string;
  readonly record: LineRecord;
  readonly #deps: ArchiveDeps;
  /** The archive contains everything before. */
  #end: Lsn;
  #until = 0;
  #cycle: Promise<void> | undefined;

  private constructor(deps: ArchiveDeps, line: string, record: LineRecord, end: Lsn) {
    this.#deps = deps;
    this.line = line;
    this.record = record;
    this.#end = end;
  }

  /** Continues the line of this cluster, or begins one. The cluster's archives in other targets end. */
  static async open(deps: ArchiveDeps): Promise<WalArchive> {
    let archive: WalArchive | undefined;
    for (const slot of await slotsOf(deps.pool)) {
      archive ??= await WalArchive.#resume(deps, slot);
      if (archive === undefined || slotOf(archive.line) !== slot.slot_name) await dropSlot(deps.pool, slot.slot_name);
    }
    if (archive !== undefined) await addLineForKey(deps.vault, archive.line, archive.record);
    return archive ?? WalArchive.#begin(deps);
  }

  /** Name of this cluster's line in the target, without a change of any archive. Undefined when it has none there. */
  static async findLine(deps: ArchiveDeps): Promise<string | undefined> {
    for (const slot of await slotsOf(deps.pool)) {
      const archive = await WalArchive.#resume(deps, slot);
      if (archive !== undefined) return archive.line;
    }
    return undefined;
  }

  /** Last moment that the archive can restore; 0 when this process has stored nothing yet. */
  get until(): number {
    return this.#until;
  }

  /** Stores the log up to now. Calls during a cycle wait for it, and then for another one. */
  async store(): Promise<void> {
    while (this.#cycle !== undefined) await this.#cycle.catch(() => undefined);
    this.#cycle = this.#store().finally(() => {
      this.#cycle = undefined;
    });
    await this.#cycle;
  }

  static async #resume(deps: ArchiveDeps, slot: Slot): Promise<WalArchive | undefined> {
    const line = slot.slot_name.slice(SLOT_PREFIX.length).replace('_', '-');
    const record = await readLine(deps.vault, line);
    if (record === undefined || slot.restart_lsn === null || slot.wal_status === 'lost') return undefined;
    const { systemId, timeline } = await clusterOf(deps.pool);
    if (record.systemId !== systemId || record.timeline !== timeline) return undefined;
    const kept = parseLsn(slot.restart_lsn);
    const pieces = walPieces((await deps.vault.list(names.wals(line))).names);
    const [first] = pieces;
    if (first === undefined) return new WalArchive(deps, line, record, segmentStart(kept, record.segmentBytes));
    const { end, isBroken } = walChain(pieces, first.start);
    return isBroken || end < kept ? undefined : new WalArchive(deps, line, record, end);
  }

  static async #begin({ pool, cluster, vault }: ArchiveDeps): Promise<WalArchive> {
    const found = await clusterOf(pool);
    await requireOwnTarget(vault, found.systemId);
    // The archive begins at the last checkpoint: a new one keeps it short.
    await pool.query('checkpoint');
    const line = `${stamp(Date.now())}-${randomBytes(4).toString('hex')}`;
    const { rows } = await pool.query<{ lsn: string }>(
      'select lsn::text from pg_create_physical_replication_slot($1, true)',
      [slotOf(line)],
    );
    const record: LineRecord = { version: 1, ...found, host: hostname(), createdAt: Date.now() };
    await writeRecord(vault, names.line(line), record);
    const start = segmentStart(parseLsn(rows[0]?.lsn ?? ''), record.segmentBytes);
    return new WalArchive({ pool, cluster, vault }, line, record, start);
  }

  async #store(): Promise<void> {
    const { pool } = this.#deps;
    await this.#requireSlot();
    const before = await pool.query<{ at: string }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::text as at',
    );
    const until = Number(before.rows[0]?.at);
    // A commit after that time. Recovery recognises a moment by the first commit after it.
    await pool.query(`select pg_logical_emit_message(true, 'fairlot', 'backup')`);
    const flushed = await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    const target = parseLsn(flushed.rows[0]?.lsn ?? '');
    while (this.#end < target) await this.#storePiece(target, until);
    this.#until = until;
    await pool
      .query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slotOf(this.line), lsnText(target)])
      .catch((error: unknown) => {
        if (!SLOT_IS_AHEAD.has((error as { code?: string }).code ?? '')) throw error;
      });
  }

  /** Stores the log up to `target` or up to the end of the segment. */
  async #storePiece(target: Lsn, until: number): Promise<void> {
    const { cluster, vault } = this.#deps;
    const { timeline, segmentBytes } = this.record;
    const start = this.#end;
    const segment = segmentStart(start, segmentBytes);
    const segmentEnd = segment + BigInt(segmentBytes);
    const end = target < segmentEnd ? target : segmentEnd;
    const path = join(cluster, 'pg_wal', segmentName(timeline, start, segmentBytes));
    const content = await readRange(path, Number(start - segment), Number(end - start));
    const name = walName({ start, end, until: end === target ? until : 0 });
    await vault.put(`${names.wals(this.line)}/${name}`, content);
    this.#end = end;
  }

  async #requireSlot(): Promise<void> {
    const slot = (await slotsOf(this.#deps.pool)).find(({ slot_name }) => slot_name === slotOf(this.line));
    if (slot === undefined || slot.restart_lsn === null || slot.wal_status === 'lost')
      throw new BrokenLineError('PostgreSQL no longer keeps the log that follows the archive');
    if (segmentStart(parseLsn(slot.restart_lsn), this.record.segmentBytes) > this.#end)
      throw new BrokenLineError('another process has continued the archive');
  }
}

/** Drops the slots of all lines, so that PostgreSQL keeps no log for an archive any more. Returns their number. */
export async function endArchives(pool: Pool): Promise<number> {
  const slots = await slotsOf(pool);
  for (const { slot_name } of slots) await dropSlot(pool, slot_name);
  return slots.length;
}

async function slotsOf(pool: Pool): Promise<readonly Slot[]> {
  const { rows } = await pool.query<Slot>(
    `select slot_name, restart_lsn::text, wal_status from pg_replication_slots
       where slot_type = 'physical' and starts_with(slot_name, $1) order by slot_name desc`,
    [SLOT_PREFIX],
  );
  return rows;
}

async function dropSlot(pool: Pool, name: string): Promise<void> {
  await pool.query('select pg_drop_replication_slot($1)', [name]);
}

function slotOf(line: string): string {
  return SLOT_PREFIX + line.replace('-', '_');
}

async function clusterOf(pool: Pool): Promise<Pick<LineRecord, 'systemId' | 'timeline' | 'segmentBytes'>> {
  const { rows } = await pool.query<{ system: string; timeline: number; bytes: string }>(
    `select system_identifier::text as system, (pg_control_checkpoint()).timeline_id as timeline,
       (select setting from pg_settings where name = 'wal_segment_size') as bytes
       from pg_control_system()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL does not tell its system identifier');
  return { systemId: row.system, timeline: row.timeline, segmentBytes: Number(row.bytes) };
}

/** Two databases in one target would delete each other's backups by the rule of their age. */
async function requireOwnTarget(vault: Vault, systemId: string): Promise<void> {
  const newest = (await vault.list('')).folders.toSorted().at(-1);
  const record = newest === undefined ? undefined : await readLine(vault, newest);
  if (record !== undefined && record.systemId !== systemId)
    throw new BackupError(
      `${vault.text} has the backups of another database (of ${record.host}): give each database a target of its own`,
    );
}

async function readRange(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const content = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(content, filled, length - filled, from + filled);
      if (bytesRead === 0) throw new Error(`${path} ends before the position that PostgreSQL has written`);
      filled += bytesRead;
    }
    return content;
  } finally {
    await file.close();
  }
}
