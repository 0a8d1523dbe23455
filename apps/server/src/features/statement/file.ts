import type { InputOf, StatementPart, statementCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { AccountId } from '@fairlot/engine';
import type { MarketData } from '../../market/port.ts';
import { csvOf } from '../../platform/csv.ts';
import { presentMovement } from './movement-presenter.ts';
import type { MovementRecords } from './movements.ts';
import type { Span } from './period.ts';
import { presentInstrument, presentTrade } from './presenter.ts';
import type { TradeCursor, TradeRecords } from './trades.ts';

export type FileInput = InputOf<typeof statementCalls.statementFile>;
type Row = Readonly<Record<string, unknown>>;

/** Rows that are in memory at a time. */
const CHUNK_ROWS = 1000;

/** The columns of each file, in their order. Names are stable: programs read them. */
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
  ],
  movements: ['id', 'time', 'type', 'description', 'memo', 'reference', 'instrument', 'available', 'frozen'],
  instruments: ['instrument', 'trades', 'lots', 'win_rate', 'gross_profit', 'gross_loss', 'fees', 'swaps', 'net'],
};

export interface FileTools {
  readonly trades: TradeRecords;
  readonly movements: MovementRecords;
  readonly market: Pick<MarketData, 'instrument'>;
}

export interface FileWish {
  readonly account: AccountId;
  readonly span: Span;
  readonly input: FileInput;
  readonly language: LanguageCode;
}

/** A file, chunk by chunk as fast as it is taken: neither memory nor the database waits for a slow reader. Oldest first. */
export async function* fileOf(tools: FileTools, wish: FileWish): AsyncGenerator<string> {
  const names = COLUMNS[wish.input.part];
  // Spreadsheets read UTF-8 only where the file says so in its first bytes.
  yield `\uFEFF${csvOf([], names)}`;
  for await (const rows of chunksOf(tools, wish)) yield csvOf(rows, names, false);
}

async function* chunksOf(
  { trades, movements, market }: FileTools,
  { account, span, input, language }: FileWish,
): AsyncGenerator<readonly Row[]> {
  if (input.part === 'instruments') {
    yield (await trades.byInstrument(account, span, input)).map((sums) => ({
      ...presentInstrument(sums, market),
      instrument: presentInstrument(sums, market).instrument.code,
    }));
    return;
  }
  if (input.part === 'movements') {
    for (let after = 0n; ;) {
      const chunk = await movements.after(account, span, input, after, CHUNK_ROWS);
      yield chunk.map((movement) => movementRow(presentMovement(movement, market, language)));
      if (chunk.length < CHUNK_ROWS) return;
      after = chunk.at(-1)?.id ?? after;
    }
  }
  for (let cursor: TradeCursor | undefined; ;) {
    const chunk = await trades.after(account, span, input, cursor, CHUNK_ROWS);
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
    close_quote: close?.Seq,
    close_bid: close?.Bid,
    close_ask: close?.Ask,
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
