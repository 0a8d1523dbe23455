import {
  type ConversionLeg,
  type Instrument,
  type Lots,
  type Money,
  type Price,
  type Quote,
  type Rate,
  asMoney,
  isAtOrBelow,
} from '@fairlot/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULEBOOK } from './core/rulebook.ts';
import type { State } from './core/state.ts';
import { standingOf } from './core/valuation.ts';
import { UNRECORDED } from './core/work.ts';
import type { OrderRecord } from './index.ts';
import { stateFrom } from './snapshot/restore.ts';
import { StopOutBands } from './stop-out-bands.ts';

const STOP_OUT = 50;
/** Conversion legs: dollars, a traded inverse leg, its cross, a direct leg and its cross. */
const LEGS: readonly (ConversionLeg | null)[] = [
  null,
  { instrument: 2, inverse: true },
  { instrument: 2, inverse: true },
  null,
  { instrument: 4, inverse: false },
];
const LEVELS = [1.1, 150, 160, 1.3, 0.85];

function terms(id: number): Instrument {
  return {
    id,
    code: `I${id}`,
    quoteCurrency: 'ANY',
    pricePrecision: 5,
    lotStep: 1n as Lots,
    minLots: 1n as Lots,
    maxLots: 1_000_000n as Lots,
    unitsPerLot: 100_000n,
    marginMode: 'leveraged',
    leverages: [100],
    feeRate: 0n as Rate,
    swap: { mode: 'points', long: 0n as Rate, short: 0n as Rate, tripleWeekday: 3 },
    conversion: LEGS[id - 1] ?? null,
    staleAfterMs: 1,
  };
}

function quoteAt(id: number, factor: number, spread: number): Quote {
  const bid = BigInt(Math.max(1, Math.round((LEVELS[id - 1] ?? 1) * factor * 1e5))) * 1000n;
  return { instrument: id, seq: 1, time: 1, bid: bid as Price, ask: (bid + BigInt(spread) * 1000n) as Price };
}

const position = fc.record({
  instrument: fc.integer({ min: 1, max: LEVELS.length }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 300_000 }),
  openedAtFactor: fc.double({ min: 0.8, max: 1.25, noNaN: true }),
});
/** Small and large moves. A wrong band would show at its edge. */
const move = fc.oneof(
  fc.double({ min: 0.999, max: 1.001, noNaN: true }),
  fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  fc.double({ min: 0.4, max: 1.9, noNaN: true }),
);
const moves = fc.array(fc.record({ factor: move, spread: fc.integer({ min: 0, max: 50 }) }), {
  minLength: LEVELS.length,
  maxLength: LEVELS.length,
});

/** A state with one account, the given positions and slack as a share of its exposure, at the initial prices. */
function stateWith(
  positions: readonly { instrument: number; side: 'buy' | 'sell'; lots: number; openedAtFactor: number }[],
  slackShare: number,
): State {
  const orders = positions.map(({ instrument, side, lots, openedAtFactor }, index): OrderRecord => ({
    id: index + 1,
    account: 1,
    instrument,
    side,
    kind: 'market',
    status: 'open',
    lots: BigInt(lots) as Lots,
    leverage: 100,
    price: quoteAt(instrument, openedAtFactor, 0).bid,
    openedAt: 1,
    margin: (BigInt(lots) * 1000n) as Money,
    fee: 0n as Money,
    swap: 0n as Money,
  }));
  const ids = LEVELS.map((_, index) => index + 1);
  const state = stateFrom(
    {
      seq: 1,
      time: 0,
      nextOrder: orders.length + 1,
      nextTransfer: 1,
      rollovers: [],
      instruments: ids.map(terms),
      markets: ids.map((id) => ({ ...quoteAt(id, 1, 2), open: true })),
      rules: { feeMode: 'ofMargin', stopOutPercent: STOP_OUT, demoFunds: 0n as Money, maxOrdersPerAccount: 100 },
      accounts: [
        {
          id: 1,
          kind: 'real',
          cash: 0n as Money,
          orderReserve: 0n as Money,
          withdrawalHold: 0n as Money,
          swapThrough: 0,
        },
      ],
      orders,
      withdrawals: [],
      keyMarks: [],
    },
    RULEBOOK,
  );
  const account = state.accounts.get(1);
  if (account === undefined) throw new RangeError('no account');
  const standing = standingOf(UNRECORDED, RULEBOOK, account);
  const exposure = orders.reduce((sum, order) => sum + Number(order.lots) * 1e7, 0);
  account.cash = asMoney(
    (standing.usedMargin * BigInt(STOP_OUT)) / 100n -
      standing.floatingProfit +
      1n +
      BigInt(Math.round(exposure * slackShare)),
  );
  return state;
}

/** Moves all prices by a share of `to`. Returns false when a quote reaches an edge. */
function movedUnnoticed(state: State, to: readonly { factor: number; spread: number }[], shrink: number): boolean {
  let unnoticed = true;
  to.forEach(({ factor, spread }, index) => {
    const instrument = state.instrument(index + 1);
    const quote = quoteAt(index + 1, 1 + (factor - 1) * shrink, spread);
    if (instrument.accountEdges.reached(Number(quote.bid), Number(quote.ask)).length > 0) unnoticed = false;
    instrument.quote = quote;
  });
  return unnoticed;
}

describe('stop-out bands', () => {
  it('never let an account reach its stop-out level unnoticed, however all prices move together', () => {
    let unnoticed = 0;
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        moves,
        (positions, slack, to) => {
          // The same move in ever smaller sizes. The largest that stays inside the bands comes close to their edge.
          for (const shrink of [1, 0.5, 0.25, 0.1, 0.03, 0.01]) {
            const state = stateWith(positions, slack);
            const account = state.accounts.get(1);
            if (account === undefined) return;
            new StopOutBands(state, RULEBOOK.bandShare).set(account, standingOf(UNRECORDED, RULEBOOK, account), false);
            if (!movedUnnoticed(state, to, shrink)) continue;
            unnoticed += 1;
            expect(isAtOrBelow(standingOf(UNRECORDED, RULEBOOK, account), STOP_OUT)).toBe(false);
          }
        },
      ),
      { numRuns: 3000 },
    );
    expect(unnoticed).toBeGreaterThan(1000);
  });

  it('hold in their corners, with all prices moved against the account', () => {
    const directions = fc.array(fc.constantFrom(-1, 1), { minLength: LEVELS.length, maxLength: LEVELS.length });
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.01, max: 0.6, noNaN: true }),
        directions,
        (positions, slack, to) => {
          const state = stateWith(positions, slack);
          const account = state.accounts.get(1);
          if (account === undefined) return;
          new StopOutBands(state, RULEBOOK.bandShare).set(account, standingOf(UNRECORDED, RULEBOOK, account), false);
          const corner = (size: number): boolean =>
            movedUnnoticed(
              state,
              to.map((direction) => ({ factor: 1 + direction * size, spread: 2 })),
              1,
            );
          let [inside, outside] = [0, 0.9];
          for (let halving = 0; halving < 30; halving += 1) {
            const middle = (inside + outside) / 2;
            if (corner(middle)) inside = middle;
            else outside = middle;
          }
          if (corner(inside)) expect(isAtOrBelow(standingOf(UNRECORDED, RULEBOOK, account), STOP_OUT)).toBe(false);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('are tight: the exact valuation of a single position starts only at its level', () => {
    const state = stateWith([{ instrument: 1, side: 'buy', lots: 10_000, openedAtFactor: 1 }], 0.01);
    const account = state.accounts.get(1);
    if (account === undefined) throw new RangeError('no account');
    new StopOutBands(state, RULEBOOK.bandShare).set(account, standingOf(UNRECORDED, RULEBOOK, account), false);
    const instrument = state.instrument(1);
    for (let points = 0; points < 5000; points += 1) {
      const quote = quoteAt(1, 1 - points / 1e5, 2);
      instrument.quote = quote;
      if (instrument.accountEdges.reached(Number(quote.bid), Number(quote.ask)).length === 0) continue;
      // One more point triggers the stop-out: the safety margin costs less than that.
      instrument.quote = quoteAt(1, 1 - (points + 2) / 1e5, 2);
      expect(isAtOrBelow(standingOf(UNRECORDED, RULEBOOK, account), STOP_OUT)).toBe(true);
      return;
    }
    expect.unreachable('the position was never looked at');
  });
});
