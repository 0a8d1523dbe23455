import type { StaffListCall, StaffPage } from '@fairlot/contract';
import { z } from 'zod/mini';
import { type Answer, done, refuse } from '../http/answer.ts';
import { csvOf } from '../http/csv.ts';
import { TableFile } from '../http/table-file.ts';

/** The requested part of a list. */
export interface ListSlice {
  readonly offset: number;
  readonly limit: number;
}

/** Maximum rows of one file. Users must narrow a larger list with filters. */
const MAX_ROWS = 100_000;
const CHUNK_ROWS = 1000;

/** Reads a whole list in chunks into a table. Its columns are the fields of the contract's row. */
export async function exportList<R>(
  call: StaffListCall,
  read: (slice: ListSlice) => Promise<Answer<StaffPage<R>>>,
): Promise<Answer<TableFile>> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const most = Math.min(MAX_ROWS, call.file?.mostRows ?? MAX_ROWS);
  for (;;) {
    const answer = await read({ offset: rows.length, limit: CHUNK_ROWS });
    if (!answer.ok) return answer;
    if (answer.data.total > most)
      return refuse('export_too_large', { most: String(most), rows: String(answer.data.total) });
    rows.push(...(answer.data.list as readonly Readonly<Record<string, unknown>>[]));
    if (answer.data.list.length < CHUNK_ROWS) break;
  }
  const { row } = call;
  const names = row instanceof z.ZodMiniObject ? Object.keys(row.def.shape) : Object.keys(rows[0] ?? {});
  return done(new TableFile(`${call.path.replace('/office/api/', '').replaceAll('/', '-')}.csv`, csvOf(rows, names)));
}
