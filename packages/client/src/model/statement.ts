import type { CallInput, CallOutput } from '../http/types.ts';
import { camelKeys } from './camel-keys.ts';
import type { CamelKeys } from './camel-keys.ts';
import { ledgerEntryFrom } from './ledger.ts';
import type { LedgerEntry } from './ledger.ts';
import type { ReadOptions, Reader, RecordPage } from './read.ts';

/**
 * The statement of a period. Figures stay decimal texts, because the server computed them. The sums of a page are
 * computed exactly from the texts.
 */
export type Statement = CamelKeys<CallOutput<'statement'>>;
export type StatementTrade = CamelKeys<CallOutput<'statementTrades'>['list'][number]>;
export type StopOut = CamelKeys<CallOutput<'stopOut'>>;
export type FillCorrection = CamelKeys<CallOutput<'fillCorrections'>['list'][number]>;
/** A ledger entry, with the instrument that it concerns. */
export interface StatementMovement extends LedgerEntry {
  readonly instrument: StatementTrade['instrument'] | null;
}

export async function readStatement(
  api: Reader,
  period: CallInput<'statement'>,
  options: ReadOptions,
): Promise<Statement> {
  return camelKeys(await api.call('statement', period, options));
}

/** Reads one page of the positions closed in a period, last closed first. */
export async function readStatementTrades(
  api: Reader,
  asked: CallInput<'statementTrades'>,
  options: ReadOptions,
): Promise<RecordPage<StatementTrade>> {
  const { list, total } = await api.call('statementTrades', asked, options);
  return { items: camelKeys(list), total };
}

/** Reads one page of the ledger entries of a period, newest first. */
export async function readStatementMovements(
  api: Reader,
  asked: CallInput<'statementMovements'>,
  options: ReadOptions,
): Promise<RecordPage<StatementMovement>> {
  const { list, total } = await api.call('statementMovements', asked, options);
  const items = list.map((record) => ({
    ...ledgerEntryFrom(record),
    instrument: record.instrument === null ? null : camelKeys(record.instrument),
  }));
  return { items, total };
}

/** Reads all steps of the stop-out that ended an order. */
export async function readStopOut(api: Reader, order: number, options: ReadOptions): Promise<StopOut> {
  return camelKeys(await api.call('stopOut', { id: order }, options));
}

/** Reads the corrections of an order's fills, oldest first. */
export async function readFillCorrections(
  api: Reader,
  order: number,
  options: ReadOptions,
): Promise<readonly FillCorrection[]> {
  return camelKeys((await api.call('fillCorrections', { id: order }, options)).list);
}
