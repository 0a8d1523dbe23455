import type { ledgerRecord } from '@fairlot/contract';
import { LEDGER_TYPES } from '@fairlot/domain';
import type { LedgerType, Money } from '@fairlot/domain';
import type { z } from 'zod/mini';
import type { ReadOptions, Reader, RecordPage } from './read.ts';
import { moneyOf } from './units.ts';

/** One movement of an account's money. */
export interface LedgerEntry {
  readonly id: number;
  /** Change of the available balance, or of the frozen balance if the available one did not change. */
  readonly value: Money;
  readonly available: Money;
  readonly frozen: Money;
  /** undefined for a type that this version does not know. */
  readonly type: LedgerType | undefined;
  /** The type in the visitor's language; the text of the author for an adjustment. */
  readonly title: string;
  /** Number of the order, deposit or withdrawal; null without one. */
  readonly reference: number | null;
  readonly at: string;
}

const TYPES = new Map(Object.entries(LEDGER_TYPES).map(([type, number]) => [number as number, type as LedgerType]));

/** The type of a ledger entry by its wire number; undefined for one that this version does not know. */
export const ledgerType = (number: number): LedgerType | undefined => TYPES.get(number);

export function ledgerEntryFrom(record: z.output<typeof ledgerRecord>): LedgerEntry {
  const type = ledgerType(record.Type);
  return {
    id: record.Id,
    value: moneyOf(record.Value),
    available: moneyOf(record.AvailableValue),
    frozen: moneyOf(record.FrozenValue),
    type,
    title: titleOf(record, type),
    reference: record.Reference,
    at: record.CreatedAtTran,
  };
}

/** A correction has the text of its author; money that came back names its record first. */
function titleOf({ Memo, MemoTran, Reference }: z.output<typeof ledgerRecord>, type: LedgerType | undefined): string {
  if (type !== 'adjustment') return MemoTran;
  return Reference === null ? Memo : `${MemoTran} · ${Memo}`;
}

/** Reads one page of the ledger, newest first. */
export async function readLedger(api: Reader, page: number, options: ReadOptions): Promise<RecordPage<LedgerEntry>> {
  const { list, total } = await api.call('forexChange', { page }, options);
  return { items: list.map(ledgerEntryFrom), total };
}
