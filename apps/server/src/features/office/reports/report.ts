import type { ReportKind, ReportSums } from '@fairlot/contract';
import { type GroupId, type InstrumentId, asMoney, formatMoney } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { MarketData } from '../../../market/port.ts';

/** The records of a report, without its days. */
export interface ReportFilter {
  readonly kind: ReportKind;
  readonly accounts: 'real' | 'demo';
  readonly user: number | undefined;
  /** Accounts that are in the group when the report is made. */
  readonly group: GroupId | undefined;
  readonly instrument: InstrumentId | undefined;
  readonly by: ReportSums;
}

/** A report of whole UTC days of market time: from the first moment on, and before the second. */
export interface ReportRequest extends ReportFilter {
  readonly from: number;
  readonly to: number;
}

export type ReportRow = Readonly<Record<string, unknown>>;
/** Rows in chunks, in the order of the file. */
export type ReportRows = AsyncGenerator<readonly ReportRow[]>;

/** Parts from which rows are read. */
export interface ReportSources {
  /** The pool for reads of much data. */
  readonly db: Kysely<Tables>;
  readonly market: Pick<MarketData, 'instrument'>;
}

/** Dollars with all decimals. */
export function moneyText(micro: bigint): string {
  return formatMoney(asMoney(micro));
}

/** Rows of one query. */
export const CHUNK_ROWS = 5_000;
