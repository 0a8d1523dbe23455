import type { Applied } from '@fairlot/engine';
import { decode, decodeOutcome, decodeRow, encode } from '../journal/codec.ts';
import { encodeRow } from '../journal/encode-row.ts';
import type { CommandDraft, HostOutcome, SystemCommandDraft } from '../port.ts';

/** Characters of rows in one message, well below what a bus carries. */
const ROWS_PER_MESSAGE = 128 * 1024;

/** The answer to a command: its outcome, and the last committed row at that moment, which is not before its own. */
export interface CommandAnswer {
  readonly outcome: HostOutcome;
  readonly seq: number;
}

/** Rows that a holder has committed, in order, or none: then it tells how far its journal goes. */
export interface CommittedRows {
  readonly epoch: number;
  /** The last committed row. */
  readonly seq: number;
  readonly rows: readonly Applied[];
}

export function writeCommand(draft: CommandDraft | SystemCommandDraft): Uint8Array {
  return Buffer.from(encode(draft));
}

export function readCommand(data: Uint8Array): CommandDraft | SystemCommandDraft {
  return decode(Buffer.from(data).toString()) as CommandDraft | SystemCommandDraft;
}

export function writeAnswer({ outcome, seq }: CommandAnswer): Uint8Array {
  return Buffer.from(`${seq}\n${encode(outcome)}`);
}

export function readAnswer(data: Uint8Array): CommandAnswer {
  const text = Buffer.from(data).toString();
  const end = text.indexOf('\n');
  return { seq: Number(text.slice(0, end)), outcome: decodeOutcome(text.slice(end + 1)) };
}

/** Messages of committed rows: as few as their sizes allow. A row that fits in none is left out; followers read it. */
export function* writeRows(epoch: number, rows: readonly Applied[]): Generator<Uint8Array> {
  let lines: string[] = [];
  let size = 0;
  let last = 0;
  for (const row of rows) {
    const { command, markets, outcome, events } = encodeRow(row);
    const line = [row.seq, row.rules, command, markets, outcome, events].join('\n');
    if (size > 0 && size + line.length > ROWS_PER_MESSAGE) {
      yield Buffer.from([`${epoch} ${last}`, ...lines].join('\n'));
      lines = [];
      size = 0;
    }
    last = row.seq;
    if (line.length > ROWS_PER_MESSAGE) continue;
    lines.push(line);
    size += line.length;
  }
  if (rows.length > 0) yield Buffer.from([`${epoch} ${last}`, ...lines].join('\n'));
}

/** The message that tells how far a journal goes. */
export function writeHead(epoch: number, seq: number): Uint8Array {
  return Buffer.from(`${epoch} ${seq}`);
}

/** Lines of a row. JSON has no line breaks, so each part is one line. */
const LINES = 6;

export function readRows(data: Uint8Array): CommittedRows {
  const [head = '', ...lines] = Buffer.from(data).toString().split('\n');
  const [epoch, seq] = head.split(' ');
  const rows: Applied[] = [];
  for (let at = 0; at + LINES <= lines.length; at += LINES) {
    const [number, rules, command = '', markets = '', outcome = '', events = ''] = lines.slice(at, at + LINES);
    rows.push(decodeRow(Number(number), Number(rules), { command, markets, outcome, events }));
  }
  return { epoch: Number(epoch), seq: Number(seq), rows };
}
