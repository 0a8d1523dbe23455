import type { Api, CallOptions } from '../http/types.ts';

/** The part of the API that models use. */
export type Reader = Pick<Api, 'call'>;

/** Options of a read. */
export type ReadOptions = CallOptions;

/** A page of records, with the total number of records. */
export interface RecordPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}
