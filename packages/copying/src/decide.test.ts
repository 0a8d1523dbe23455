import { type Instrument, DOLLAR, asLots, asMoney, lots, money, price, rate } from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Copy,
  type CopyTerms,
  type Decision,
  type Followed,
  type LeaderChange,
  type LeaderDeed,
  type Situation,
  copiedLots,
  copyKey,
  decide,
  isLossReached,
  rotate,
} from './index.ts';

const TERMS: Instrument = {
  id: 1,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.02'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [10, 50, 100, 500],
  feeRate: rate('0.01'),
  swap: { mode: 'points', long: rate('-7'), short: rate('2'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};
const QUOTE = { instrument: 1, seq: 1, time: 0, bid: price('1.10000'), ask: price('1.10010') };

function copy(change: Partial<CopyTerms> = {}, state: Copy['state'] = 'active'): Copy {
  const terms: CopyTerms = {
    allocation: money('1000'),
    multiple: rate('1'),
    maxSlippage: rate('0.005'),
    instruments: new Map(),
    ...change,
  };
  return { id: 7, leader: 1, copier: 2, state, terms, since: 0 };
}

function deed(change: LeaderChange, side: 'buy' | 'sell' = 'buy'): LeaderDeed {
  return { shard: 0, seq: 9, index: 0, leader: 1, order: 5, instrument: 1, side, time: 1_700_000_000_000, change };
}

const OPEN = { type: 'open', lots: lots('1'), leverage: 100, price: price('1.10010'), equity: money('10000') } as const;
const HELD: Followed = { state: 'open', order: 70, lots: lots('0.10'), stopLoss: price('1.09') };

function situation(change: Partial<Situation> = {}): Situation {
  const market = { terms: TERMS, quote: QUOTE, conversion: DOLLAR };
  return { followed: HELD, margin: money('0'), lots: lots('0'), market, ...change };
}

const reason = (decision: Decision): string =>
  decision.type === 'skip' ? (decision.refusal ?? decision.reason) : decision.command.type;

const limit = (maxLots: string): Partial<CopyTerms> => ({
  instruments: new Map([[1, { maxLots: lots(maxLots) }]]),
});

const close = (part: string, before: string, held: string): Decision =>
  decide(
    copy({}, 'paused'),
    deed({ type: 'close', lots: lots(part), before: lots(before), price: price('1.1') }),
    situation({ followed: { state: 'open', order: 70, lots: lots(held) } }),
  );

const move = (levels: object): Decision => decide(copy(), deed({ type: 'stops', ...levels }), situation());

const lossAt = (closed: string, floating: string, stopLoss?: string): boolean =>
  isLossReached(
    { stopLoss: stopLoss === undefined ? undefined : money(stopLoss) },
    { closed: money(closed), floating: money(floating) },
  );

describe('an opening', () => {
  it('is in proportion, with the leader’s levels, at a leverage and a price that the copy accepts', () => {
    const levels = { stopLoss: price('1.09000'), takeProfit: price('1.2') };
    expect(decide(copy({ maxLeverage: 60 }), deed({ ...OPEN, ...levels }), situation())).toEqual({
      type: 'command',
      command: {
        type: 'placeOrder',
        account: 2,
        instrument: 1,
        side: 'buy',
        lots: lots('0.10'),
        leverage: 50,
        // 1.10010 × 1.005 = 1.1056005, rounded to the leader’s side of the grid.
        worst: price('1.10560'),
        ...levels,
      },
    });
  });

  it('is left out, with its reason, at each bound of the terms', () => {
    const at = (terms: Partial<CopyTerms>, change: Partial<Situation> = {}, open: object = {}): string =>
      reason(decide(copy(terms), deed({ ...OPEN, ...open }), situation(change)));
    expect([
      reason(decide(copy({}, 'paused'), deed(OPEN), situation())),
      reason(decide(copy({}, 'stopping'), deed(OPEN), situation())),
      at({ allocation: money('199.99') }),
      at({}, {}, { equity: money('-5') }),
      at({ multiple: rate('0.19') }),
      at({ multiple: rate('10') }, {}, { lots: lots('100.01'), leverage: 500 }),
      at(limit('0')),
      at(limit('0.25'), { lots: lots('0.16') }),
      at(limit('0.25'), { lots: lots('0.15') }),
      at({ maxLeverage: 9 }),
      // 0.10 lots bind 110.01 dollars at 1:100.
      at({}, { margin: money('889.990001') }),
      at({}, { margin: money('889.99') }),
      at({ maxSlippage: rate('0') }, {}, { price: price('1.10009') }),
      at({}, {}, { stopLoss: price('1.10000') }),
      at({}, { market: undefined }),
    ]).toEqual([
      'paused',
      'not_followed',
      'below_minimum',
      'below_minimum',
      'below_minimum',
      'lots_above_maximum',
      'instrument_excluded',
      'over_limit',
      'placeOrder',
      'leverage_unavailable',
      'over_allocation',
      'placeOrder',
      'price_moved',
      'price_moved',
      'market_data_missing',
    ]);
  });

  it('has the largest volume on the step that is not above the exact proportion', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (of, allocation, equity, multiple) => {
          const own = { allocation: asMoney(allocation), multiple: rate('1') };
          const size = copiedLots(
            { ...own, multiple: multiple as typeof own.multiple },
            TERMS,
            asLots(of),
            asMoney(equity),
          );
          const exact = of * allocation * multiple;
          const scale = equity * 100_000_000n;
          expect(size % TERMS.lotStep).toBe(0n);
          expect(size * scale <= exact && (size + TERMS.lotStep) * scale > exact).toBe(true);
        },
      ),
    );
  });
});

describe('a close', () => {
  it('closes the same share, rounded down to the step; the leader’s last part closes all', () => {
    const command = { type: 'closePosition', account: 2, order: 70 };
    expect(close('0.5', '1.5', '0.10')).toEqual({ type: 'command', command: { ...command, lots: lots('0.03') } });
    expect(close('1.5', '1.5', '0.10')).toEqual({ type: 'command', command });
    // The rest must be able to stand alone.
    expect(close('0.99', '1', '0.10')).toEqual({ type: 'command', command: { ...command, lots: lots('0.08') } });
    expect(reason(close('0.1', '1', '0.10'))).toBe('below_minimum');
  });

  it('of a position that is not there is left out with the reason', () => {
    const closing = deed({ type: 'close', lots: lots('1'), before: lots('1'), price: price('1.1') });
    expect(
      (['never', 'skipped', 'ended'] as const).map((state) =>
        reason(decide(copy(), closing, situation({ followed: { state } }))),
      ),
    ).toEqual(['not_followed', 'not_held', 'already_closed']);
  });
});

describe('a change of levels', () => {
  const command = { type: 'setStops', account: 2, order: 70 };

  it('moves what differs and keeps what does not', () => {
    expect(move({ stopLoss: price('1.09') })).toEqual({ type: 'skip', reason: 'unchanged' });
    expect(move({ stopLoss: price('1.09'), takeProfit: price('1.2') })).toEqual({
      type: 'command',
      command: { ...command, takeProfit: price('1.2'), keep: 'stopLoss' },
    });
    expect(move({})).toEqual({ type: 'command', command: { ...command, keep: 'takeProfit' } });
    expect(reason(move({ stopLoss: price('1.10001') }))).toBe('price_moved');
  });
});

describe('copies of a deed', () => {
  it('each begin as often as the others', () => {
    const copies = [3, 1, 2].map((id) => ({ id }));
    const firsts = [0, 1, 2, 3].map((number) => rotate(copies, number).map(({ id }) => id));
    expect(firsts).toEqual([
      [1, 2, 3],
      [2, 3, 1],
      [3, 1, 2],
      [1, 2, 3],
    ]);
    expect(rotate([], 4)).toEqual([]);
  });

  it('have keys that differ by copy, row, index and attempt, rise with time, and repeat', () => {
    const one = deed(OPEN);
    const keys = [
      copyKey(1, one),
      copyKey(2, one),
      copyKey(1, one, 1),
      copyKey(1, { ...one, index: 1 }),
      copyKey(1, { ...one, seq: 10 }),
      copyKey(1, { ...one, shard: 1 }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(copyKey(1, one)).toBe(keys[0]);
    expect(copyKey(1, { ...one, time: one.time + 1 }) > copyKey(1, { ...one, index: 900 })).toBe(true);
  });
});

describe('the stop of a whole copy', () => {
  it('counts closed and floating results', () => {
    expect([
      lossAt('-40', '-10', '50'),
      lossAt('-40', '-9.999999', '50'),
      lossAt('100', '-150', '50'),
      lossAt('-999', '0'),
    ]).toEqual([true, false, true, false]);
  });
});
