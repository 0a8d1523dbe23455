import { join } from 'node:path';
import { DAY_MS } from '@fairlot/domain';
import type { ClientBase } from 'pg';
import { sync } from '../../platform/durable-file.ts';
import { Findings } from '../verify/findings.ts';
import { Chain } from '../verify/journal-check.ts';
import { type StoredRow, storedRows } from '../verify/stored-rows.ts';
import { keepKeys } from './archived-keys.ts';
import { JournalArchive } from './journal-archive.ts';
import { textOf } from './row-text.ts';
import { noteSegment } from './noted-segments.ts';
import { manifestFileOf, rowsFileOf, segmentsOf } from './segment.ts';
import { readRows } from './segment-file.ts';

/** The rows of a shard that leave the database: from `first` to the row before `last`, which stays. */
export interface LeavingRows {
  readonly shard: number;
  readonly first: number;
  readonly last: number;
}

const STOP_OUT = '{"type":"stopOut"%';

/**
 * Compares rows with their archive, and keeps of them what the house still needs: keys and stop-outs. Throws when a row is
 * in no usable file or is another one there, or when a reader has not come beyond these rows.
 */
export async function detachRows(client: ClientBase, folder: string, leaving: LeavingRows): Promise<void> {
  const { shard, first, last } = leaving;
  const refuse = (why: string): never => {
    throw new Error(`rows ${first} to ${last - 1} of shard ${shard} stay: ${why}`);
  };
  const waiting = await waitingReader(client, leaving);
  if (waiting !== undefined) refuse(waiting);
  const findings = new Findings();
  await JournalArchive.open(folder, client, shard, findings);
  if (findings.shown[0] !== undefined) refuse(findings.shown[0]);
  let reached = first - 1;
  const stored = rowsOf(storedRows(client, shard, reached, last));
  for await (const archived of archivedRows(folder, leaving, refuse)) {
    const left: StoredRow[] = [];
    for (const row of archived) {
      const { value } = await stored.next();
      if (value === undefined || textOf(value) !== textOf(row))
        return refuse(`row ${row[0]} is another one in the archive`);
      reached = Number(row[0]);
      if (reached < last) left.push(value);
    }
    await keepKeys(client, shard, left);
  }
  // Its end closes the cursor.
  await stored.next();
  if (reached !== last) refuse(`the archive ends before row ${last}: run npm run archive first`);
  await keepArchive(client, folder, shard);
  await client.query(
    `insert into archived_stop_outs (shard, seq, account, time, rules, events)
      select shard, seq, account, time, rules, events from journal
      where shard = $1 and seq < $2 and account is not null and key is null and command like $3`,
    [shard, last, STOP_OUT],
  );
}

/**
 * Syncs the files of a shard, since nobody else may have synced a copy that was brought back, and notes those that a killed
 * archiving left unnoted: once their rows have left, only the note proves that they belong to this journal.
 */
async function keepArchive(client: ClientBase, folder: string, shard: number): Promise<void> {
  const { segments } = await segmentsOf(folder, shard);
  for (const segment of segments) {
    await noteSegment(client, segment);
    for (const name of [rowsFileOf(segment), manifestFileOf(segment)]) await sync(join(folder, name));
  }
  await sync(folder);
}

/** The archived rows of a range, in order. Their chain of hashes is checked from the first row of their file on. */
async function* archivedRows(
  folder: string,
  { shard, first, last }: LeavingRows,
  refuse: (why: string) => never,
): AsyncGenerator<readonly StoredRow[]> {
  const { segments } = await segmentsOf(folder, shard);
  for (const segment of segments.filter((each) => each.last >= first && each.first <= last)) {
    const findings = new Findings();
    const hash = Buffer.from(segment.hashBefore, 'hex').toString('latin1');
    const chain = new Chain(shard, findings, { seq: segment.first - 1, hash });
    for await (const rows of readRows(join(folder, rowsFileOf(segment)))) {
      for (const row of rows) chain.check(row);
      if (findings.shown[0] !== undefined) refuse(`${rowsFileOf(segment)}: ${findings.shown[0]}`);
      yield rows.filter(([seq]) => Number(seq) >= first && Number(seq) <= last);
    }
  }
}

async function* rowsOf(chunks: ReturnType<typeof storedRows>): AsyncGenerator<StoredRow, undefined> {
  for await (const rows of chunks) yield* rows;
  return undefined;
}

/** Says which reader has not come beyond the rows that leave; undefined when all have. */
async function waitingReader(client: ClientBase, { shard, last }: LeavingRows): Promise<string | undefined> {
  const { rows } = await client.query<{ tables: boolean; followed: boolean; deeds: boolean }>(
    `select exists (select from shard_writes where shard = $1 and seq < $2) as tables,
      exists (select from copy_tracked t join copy_progress p on p.shard = t.shard where t.shard = $1 and p.seq < $2) as followed,
      exists (select from copy_events e where not e.done
        and e.time < (select time from journal where shard = $1 and seq = $2) + ${DAY_MS}) as deeds`,
    [shard, last],
  );
  const found = rows[0];
  if (found?.tables === true) return 'the tables do not have them yet; start the server and stop it';
  if (found?.followed === true || found?.deeds === true)
    return 'copying is not done with them; start the server, wait until no copy is behind, and stop it';
  return undefined;
}
