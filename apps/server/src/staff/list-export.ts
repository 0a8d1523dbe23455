import type { FileWords, StaffListCall, StaffPage } from '@fairlot/contract';
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
  now: number,
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
  const { row: shape } = call;
  const names = shape instanceof z.ZodMiniObject ? Object.keys(shape.def.shape) : Object.keys(rows[0] ?? {});
  const list = call.path.replace('/office/api/', '').replaceAll('/', '-');
  const day = new Date(now).toISOString().slice(0, 10);
  return done(
    new TableFile(
      `${list}-${day}.csv`,
      rows.length,
      csvOf(
        rows.map((row) => cellsOf(row, call.fileWords ?? {})),
        names,
      ),
    ),
  );
}

/** The values of a row as a spreadsheet shows them: words for the wire's numbers, lists and records without JSON. */
export function cellsOf(row: Readonly<Record<string, unknown>>, words: FileWords): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, words[name]?.[String(value)] ?? cellOf(value)]),
  );
}

function cellOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'object' && value !== null ? textOf(value) : value;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name} ${textOf(part)}`)
      .join(', ');
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
