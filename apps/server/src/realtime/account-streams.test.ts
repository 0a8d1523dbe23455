import type { AccountPositions, Applied } from '@fairlot/engine';
import { beforeEach, expect, it } from 'vitest';
import type { MarketData } from '../market/port.ts';
import type { TradingHost } from '../trading/port.ts';
import { AccountStreams } from './account-streams.ts';

let held: AccountPositions | 'uncommitted';
let committed: (rows: readonly Applied[]) => void;
let rolledBack: () => void;
let streams: AccountStreams;
let received: string[];

const heldOf = (changedBy: number): AccountPositions => ({ changedBy }) as unknown as AccountPositions;
const closing = (seq: number, order: number): Applied =>
  ({ seq, command: { type: 'quote' }, events: [{ type: 'positionClosed', account: 1, order }] }) as unknown as Applied;

beforeEach(() => {
  held = heldOf(4);
  received = [];
  const trading = {
    positions: () => held,
    onCommitted: (listener: typeof committed) => {
      committed = listener;
      return () => undefined;
    },
    onRollback: (listener: typeof rolledBack) => {
      rolledBack = listener;
      return () => undefined;
    },
  } as unknown as TradingHost;
  streams = new AccountStreams({ trading, market: {} as MarketData, marginCall: () => undefined });
  streams.follow();
  streams.find(1, 'FOREX_CLOSED')?.add({
    isSlow: false,
    send: (frame) => {
      const { type, data } = JSON.parse(frame.subarray(frame.indexOf('{"')).toString()) as Record<string, unknown>;
      received.push(`${String(type)} ${JSON.stringify(data)}`);
    },
    fallBehind: () => undefined,
  });
});

it('closed positions begin again once when the shard of the account has recovered, and not before', () => {
  held = 'uncommitted';
  rolledBack();
  streams.tick(1);
  expect(received).toHaveLength(1);
  held = heldOf(5);
  rolledBack();
  streams.tick(1);
  expect(received.slice(1)).toEqual(['snapshot []']);
  held = heldOf(6);
  committed([closing(6, 7)]);
  expect(received.slice(2)).toEqual(['update [7]']);
});

it('closed positions begin again when a replica was loaded with rows that it never reported', () => {
  held = heldOf(5);
  rolledBack();
  rolledBack();
  expect(received.slice(1)).toEqual(['snapshot []']);
});

it('closed positions go on when another shard has recovered', () => {
  held = heldOf(6);
  committed([closing(6, 7)]);
  rolledBack();
  rolledBack();
  streams.tick(1);
  expect(received.slice(1)).toEqual(['update [7]']);
});
