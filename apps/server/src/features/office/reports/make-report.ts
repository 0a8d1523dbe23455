import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { REPORT_MOST_ROWS } from '@fairlot/contract';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import { BYTE_ORDER_MARK, csvOf } from '../../../http/csv.ts';
import { dayText } from './report-days.ts';
import { LEDGER_COLUMNS, PAYMENT_COLUMNS, ledgerRows } from './ledger-rows.ts';
import type { ReportRequest, ReportRows, ReportSources } from './report.ts';
import { sumColumns, sumRows } from './sum-rows.ts';
import { TRADE_COLUMNS, tradeRows } from './trade-rows.ts';

/** A made report: a whole CSV file, compressed with gzip. */
export interface MadeReport {
  readonly name: string;
  readonly rows: number;
  readonly content: Buffer;
}

/** Maximum size of a compressed file. The most rows need about half of it. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Name of a report's file, with its kind and days. */
export function reportName({ kind, by, from, to }: Pick<ReportRequest, 'kind' | 'by' | 'from' | 'to'>): string {
  const words = by === 'each' ? kind : `${kind}-by-${by}`;
  return `${words}-${dayText(from)}-${dayText(to - 1)}.csv`;
}

/**
 * Makes a report. The whole file exists before anything of it is sent: a failure is a refusal and never half a file, the
 * number of rows is exact, and a slow reader keeps no query waiting. In memory are one chunk of rows and the compressed
 * file.
 */
export async function makeReport(sources: ReportSources, request: ReportRequest): Promise<Answer<MadeReport>> {
  const { columns, rows } = sourceOf(sources, request);
  let count = 0;
  let bytes = 0;
  async function* texts(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvOf([], columns);
    for await (const chunk of rows) {
      count += chunk.length;
      if (count > REPORT_MOST_ROWS || bytes > MOST_BYTES) return;
      if (chunk.length > 0) yield csvOf(chunk, columns, false);
    }
  }
  const parts: Buffer[] = [];
  await pipeline(Readable.from(texts()), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const part of compressed) {
      parts.push(part);
      bytes += part.length;
    }
  });
  if (count > REPORT_MOST_ROWS || bytes > MOST_BYTES)
    return refuse('export_too_large', { most: String(REPORT_MOST_ROWS), rows: String(count) });
  return done({ name: reportName(request), rows: count, content: Buffer.concat(parts) });
}

/** The file's content as a stream, unpacked as fast as it is read. */
export function unpacked({ content }: Pick<MadeReport, 'content'>): Readable {
  const stream = createGunzip();
  stream.end(content);
  return stream;
}

function sourceOf(
  sources: ReportSources,
  request: ReportRequest,
): { readonly columns: readonly string[]; readonly rows: ReportRows } {
  switch (request.kind) {
    case 'trades':
      return { columns: TRADE_COLUMNS, rows: tradeRows(sources, request) };
    case 'ledger':
      return { columns: LEDGER_COLUMNS, rows: ledgerRows(sources, request) };
    case 'payments':
      return { columns: PAYMENT_COLUMNS, rows: ledgerRows(sources, request) };
    case 'results':
    case 'volumes':
    case 'fees':
    case 'swaps':
      return { columns: sumColumns(request), rows: sumRows(sources, request) };
  }
}
