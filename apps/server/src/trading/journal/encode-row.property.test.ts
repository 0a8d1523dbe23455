import {
  HOUSE_ACCOUNTS,
  type HouseAccount,
  LEDGER_TYPES,
  type LedgerType,
  type Lots,
  type Money,
  type OrderKind,
  type Price,
  QUOTE_SOURCES,
} from '@fairlot/domain';
import type { Applied, Outcome, Party, PlaceOrder, PositionOpened, Transferred } from '@fairlot/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeRow, encode } from './codec.ts';
import { encodeRow } from './encode-row.ts';

const scaled = <T extends bigint>(): fc.Arbitrary<T> =>
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => value as T);
const count = fc.nat({ max: 2 ** 31 - 1 });
const time = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const side = fc.constantFrom('buy' as const, 'sell' as const);
const plain = { instrument: count, seq: time, time, bid: scaled<Price>(), ask: scaled<Price>() };
const quote = fc.oneof(fc.record(plain), fc.record({ ...plain, source: fc.constantFrom(...QUOTE_SOURCES) }));
const text = fc.string({ unit: 'binary', maxLength: 40 });

// Required: a new field in one of these types must be added here, and then to the hand-written encoder.
const placeOrder: fc.Arbitrary<Required<PlaceOrder>> = fc.record({
  type: fc.constant('placeOrder' as const),
  instrument: count,
  side,
  lots: scaled<Lots>(),
  leverage: count,
  target: scaled<Price>(),
  worst: scaled<Price>(),
  validUntil: time,
  stopLoss: scaled<Price>(),
  takeProfit: scaled<Price>(),
  trailing: scaled<Price>(),
  guaranteed: fc.constant(true as const),
  kind: fc.constantFrom('limit', 'stop'),
  terms: text,
  limitPrice: scaled<Price>(),
  oco: fc.record({
    side,
    target: scaled<Price>(),
    kind: fc.constantFrom('limit' as const, 'stop' as const),
    stopLoss: scaled<Price>(),
    takeProfit: scaled<Price>(),
  }),
  expiresAt: time,
  endsWithDay: fc.constant(true as const),
  account: count,
  key: text,
  time,
});
const positionOpened: fc.Arbitrary<Required<PositionOpened>> = fc.record({
  type: fc.constant('positionOpened' as const),
  order: count,
  account: count,
  instrument: count,
  side,
  kind: fc.constantFrom<OrderKind>('market', 'limit', 'stop'),
  lots: scaled<Lots>(),
  leverage: count,
  markup: fc.record({ bid: scaled<Price>(), ask: scaled<Price>() }),
  target: scaled<Price>(),
  stopLoss: scaled<Price>(),
  takeProfit: scaled<Price>(),
  trailing: scaled<Price>(),
  premium: scaled<Price>(),
  price: scaled<Price>(),
  margin: scaled<Money>(),
  fee: scaled<Money>(),
  quote,
});
const party: fc.Arbitrary<Party> = fc.oneof(
  fc.record({
    account: count,
    book: fc.constantFrom('cash' as const, 'orderReserve' as const, 'withdrawalHold' as const),
  }),
  fc.record({ house: fc.constantFrom<HouseAccount>(...HOUSE_ACCOUNTS) }),
);
const transferred: fc.Arbitrary<Required<Transferred>> = fc.record({
  type: fc.constant('transferred' as const),
  id: count,
  kind: fc.constantFrom(...(Object.keys(LEDGER_TYPES) as LedgerType[])),
  debit: party,
  credit: party,
  amount: scaled<Money>(),
  reference: count,
  memo: text,
  worth: scaled<Money>(),
});

/** Omits some of the named fields, like the engine does with absent values. */
function without<T extends object>(
  value: fc.Arbitrary<Required<T>>,
  names: readonly (keyof T & string)[],
): fc.Arbitrary<T> {
  return fc
    .tuple(value, fc.subarray([...names]))
    .map(
      ([full, gone]) =>
        Object.fromEntries(Object.entries(full).filter(([name]) => !gone.includes(name as keyof T & string))) as T,
    );
}

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ ok: fc.constant(true as const), order: count }),
  fc.constant({ ok: true } as const),
  fc.record({
    ok: fc.constant(false as const),
    reason: fc.constant('insufficient_margin' as const),
    detail: fc.record({ required: text, free: text }),
  }),
);
const row: fc.Arbitrary<Applied> = fc.record({
  seq: count,
  rules: fc.constantFrom(1, 2),
  command: without<PlaceOrder>(placeOrder, [
    'target',
    'worst',
    'validUntil',
    'stopLoss',
    'takeProfit',
    'trailing',
    'kind',
    'terms',
    'limitPrice',
    'oco',
    'expiresAt',
    'endsWithDay',
  ]),
  markets: fc.array(
    quote.map((view) => ({ ...view, open: true })),
    { maxLength: 2 },
  ),
  outcome,
  events: fc.array(
    fc.oneof(
      without<PositionOpened>(positionOpened, ['markup', 'target', 'stopLoss', 'takeProfit', 'trailing']),
      without<Transferred>(transferred, ['reference', 'memo', 'worth']),
      fc.record({
        type: fc.constant('orderCancelled' as const),
        order: count,
        account: count,
        reason: fc.constant('client' as const),
      }),
    ),
    { maxLength: 4 },
  ),
});

function commandText(command: PlaceOrder): string {
  return encodeRow({ seq: 1, rules: 2, command, markets: [], outcome: { ok: true }, events: [] }).command;
}

describe('rows in the journal’s format', () => {
  it('are the same from the hand-written encoder and the codec, and decode to the original', () => {
    fc.assert(
      fc.property(row, (given) => {
        const texts = encodeRow(given);
        expect(texts).toEqual({
          command: encode(given.command),
          markets: encode(given.markets),
          outcome: encode(given.outcome),
          events: encode(given.events),
        });
        expect(decodeRow(given.seq, given.rules, texts)).toEqual(given);
      }),
    );
  });

  it('have the same command text for any order of its fields', () => {
    fc.assert(
      fc.property(placeOrder, (command) => {
        const turned = Object.fromEntries(Object.entries(command).toReversed()) as unknown as PlaceOrder;
        expect(commandText(turned)).toBe(commandText(command));
      }),
    );
  });
});
