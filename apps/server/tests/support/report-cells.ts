import { gunzipSync } from 'node:zlib';
import { money } from '@fairlot/domain';
import { expect } from 'vitest';
import { makeReport } from '../../src/features/office/reports/make-report.ts';
import type { ReportRequest, ReportSources } from '../../src/features/office/reports/report.ts';

export type Cells = Readonly<Record<string, string>>;

/** The rows of a compressed file whose texts have no commas. */
export function cellsOf(content: Buffer): readonly Cells[] {
  return csvCells(gunzipSync(content).toString('utf8'));
}

/** The rows of a file whose texts have no commas. */
export function csvCells(text: string): readonly Cells[] {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.replace('\uFEFF', '').split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

/** Makes a report of real accounts unless the request says otherwise, and reads it. */
export async function reportCells(
  sources: ReportSources,
  request: Partial<ReportRequest> & Pick<ReportRequest, 'from' | 'to'>,
): Promise<readonly Cells[]> {
  const all = { user: undefined, group: undefined, instrument: undefined, by: 'each' } as const;
  const made = await makeReport(sources, { kind: 'trades', accounts: 'real', ...all, ...request });
  if (!made.ok) throw new Error(made.reason);
  const rows = cellsOf(made.data.content);
  expect(rows).toHaveLength(made.data.rows);
  return rows;
}

export const sumOf = (rows: readonly Cells[], name: string): bigint =>
  rows.reduce((all, row) => all + money(row[name] ?? ''), 0n);
