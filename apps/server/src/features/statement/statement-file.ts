import type { InputOf, StatementPart, statementCalls } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { BYTE_ORDER_MARK, csvOf } from '../../http/csv.ts';
import type { FileRead } from '../../http/open-files.ts';
import type { MarketData } from '../../market/port.ts';
import { presentMovement } from './movement-presenter.ts';
import type { MovementRecords } from './movements.ts';
import { presentTrade } from './order-presenter.ts';
import type { Span } from './period.ts';
import { presentInstrument } from './presenter.ts';
import type { TradeCursor, TradeRecords } from './trades.ts';

export type FileInput = InputOf<typeof statementCalls.statementFile>;
type Row = Readonly<Record<string, unknown>>;

/** Maximum number of rows in memory. */
const CHUNK_ROWS = 1000;

/** The columns of each file, in order. Names are stable, because programs read them. */
export const COLUMNS: Readonly<Record<StatementPart, readonly string[]>> = {
  trades: [
    'id',
    'instrument',
    'side',
    'kind',
    'lots',
    'leverage',
    'opened_at',
    'open_price',
    'open_quote',
    'open_bid',
    'open_ask',
    'closed_at',
    'close_price',
    'close_quote',
    'close_bid',
    'close_ask',
    'conversion_code',
    'conversion_quote',
    'conversion_bid',
    'conversion_ask',
    'stop_loss',
    'take_profit',
    'margin',
    'profit',
    'fee',
    'swap',
    'net',
    'reason',
    'bid_markup',
    'ask_markup',
    'markup',
    'open_source',
    'close_source',
    'terms',
    'trailing_distance',
    'limit_price',
    'premium',
  ],
  movements: ['id', 'time', 'type', 'description', 'memo', 'reference', 'instrument', 'available', 'frozen'],
  instruments: [
    'instrument',
    'trades',
    'lots',
    'win_rate',
    'gross_profit',
    'gross_loss',
    'fees',
    'swaps',
    'corrections',
    'premiums',
    'net',
  ],
};

export interface StatementFileDeps {
  readonly trades: TradeRecords;
  readonly movements: MovementRecords;
  readonly market: Pick<MarketData, 'instrument'>;
  readonly read: FileRead;
}

export interface StatementFileRequest {
  readonly account: AccountId;
  readonly span: Span;
  readonly input: FileInput;
  readonly language: LanguageCode;
}

/**
 * Generates a CSV file in chunks, oldest row first. Each chunk is a separate query, so a slow reader holds neither
 * memory nor a transaction.
 */
export async function* statementFile(deps: StatementFileDeps, request: StatementFileRequest): AsyncGenerator<string> {
  const names = COLUMNS[request.input.part];
  yield BYTE_ORDER_MARK + csvOf([], names);
  for await (const rows of chunksOf(deps, request)) yield csvOf(rows, names, false);
}

async function* chunksOf(
  { trades, movements, market, read }: StatementFileDeps,
  { account, span, input, language }: StatementFileRequest,
): AsyncGenerator<readonly Row[]> {
  if (input.part === 'instruments') {
    yield (await read(() => trades.byInstrument(account, span, input))).map((sums) => ({
      ...presentInstrument(sums, market),
      instrument: presentInstrument(sums, market).instrument.code,
    }));
    return;
  }
  if (input.part === 'movements') {
    for (let after = 0n; ;) {
      const from = after;
      const chunk = await read(() => movements.after(account, span, input, from, CHUNK_ROWS));
      yield chunk.map((movement) => movementRow(presentMovement(movement, market, language)));
      if (chunk.length < CHUNK_ROWS) return;
      after = chunk.at(-1)?.id ?? after;
    }
  }
  for (let cursor: TradeCursor | undefined; ;) {
    const from = cursor;
    const chunk = await read(() => trades.after(account, span, input, from, CHUNK_ROWS));
    yield chunk.map((order) => tradeRow(presentTrade(order, market)));
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK_ROWS) return;
    cursor = { endedAt: last.ended_at ?? 0n, id: last.id };
  }
}

function tradeRow({
  instrument,
  open_quote: open,
  close_quote: close,
  conversion_quote: conversion,
  ...trade
}: ReturnType<typeof presentTrade>): Row {
  return {
    ...trade,
    instrument: instrument.code,
    open_quote: open?.Seq,
    open_bid: open?.Bid,
    open_ask: open?.Ask,
    open_source: open?.Source,
    close_quote: close?.Seq,
    close_bid: close?.Bid,
    close_ask: close?.Ask,
    close_source: close?.Source,
    conversion_code: conversion?.code,
    conversion_quote: conversion?.Seq,
    conversion_bid: conversion?.Bid,
    conversion_ask: conversion?.Ask,
  };
}

function movementRow({
  Id,
  CreatedAtTran,
  Type,
  MemoTran,
  Memo,
  Reference,
  AvailableValue,
  FrozenValue,
  instrument,
}: ReturnType<typeof presentMovement>): Row {
  return {
    id: Id,
    time: CreatedAtTran,
    type: Type,
    description: MemoTran,
    memo: Memo,
    reference: Reference,
    instrument: instrument?.code,
    available: AvailableValue,
    frozen: FrozenValue,
  };
}
