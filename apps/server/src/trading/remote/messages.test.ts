import { money } from '@fairlot/domain';
import type { Applied } from '@fairlot/engine';
import { expect, it } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../../bus/bus.ts';
import { readAnswer, readCommand, readRows, writeAnswer, writeCommand, writeHead, writeRows } from './messages.ts';

const row = (seq: number, key = `key-${seq}`): Applied => ({
  seq,
  rules: 3,
  command: { type: 'deposit', account: 7, key, amount: money('5.5'), reference: 1, time: 1000 },
  markets: [],
  outcome: { ok: true },
  events: [],
});

it('writes commands and answers so that they are read as they were', () => {
  const { time: _time, ...draft } = row(1).command;
  expect(readCommand(writeCommand(draft as never))).toEqual(draft);
  for (const outcome of [
    { ok: true, order: 5 },
    { ok: false, reason: 'insufficient_margin', detail: { amount: '5', text: 'a\nline' } },
  ])
    expect(readAnswer(writeAnswer({ outcome: outcome as never, seq: 12 }))).toEqual({ outcome, seq: 12 });
});

it('divides rows into messages that a bus carries, and leaves out a row that fits in none', () => {
  const rows = Array.from({ length: 2000 }, (_, at) =>
    row(at + 1, at === 1000 ? 'x'.repeat(200_000) : 'k'.repeat(300)),
  );
  const messages = [...writeRows(4, rows)];
  expect(messages.length).toBeGreaterThan(2);
  for (const message of messages) expect(message.byteLength).toBeLessThan(MAX_MESSAGE_BYTES);
  const read = messages.map(readRows);
  expect(read.every(({ epoch }) => epoch === 4)).toBe(true);
  expect(read.flatMap(({ rows: some }) => some)).toEqual(rows.filter(({ seq }) => seq !== 1001));
  expect(read.at(-1)?.seq).toBe(2000);
  expect([...writeRows(4, [row(9, 'x'.repeat(200_000))])].map(readRows)).toEqual([{ epoch: 4, seq: 9, rows: [] }]);
  expect([...writeRows(4, [])]).toEqual([]);
  expect(readRows(writeHead(4, 17))).toEqual({ epoch: 4, seq: 17, rows: [] });
});
