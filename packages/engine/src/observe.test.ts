import { lots, money, price } from '@fairlot/domain';
import { beforeEach, expect, it } from 'vitest';
import { EURUSD, NOW, USDJPY, fixture, quote, startEngine, submit } from './engine.test-support.ts';
import { type Applied, type TradingEngine, restoreEngine } from './index.ts';

let follower: TradingEngine;

beforeEach(() => {
  startEngine();
  follower = restoreEngine(fixture.engine.image(), { recentKeys: 1, replays: true });
});

const follow = (rows: readonly Applied[]): void => {
  for (const row of rows) expect(follower.replay(row)).toEqual(row);
};
const sell = () =>
  submit({
    type: 'placeOrder',
    instrument: EURUSD,
    side: 'sell',
    lots: lots('1'),
    leverage: 100,
    stopLoss: price('1.3'),
  });

it('an engine that follows values accounts at newer quotes, and replays rows at those of their decision', () => {
  follow(sell());
  for (const [id, bid, ask] of [
    [EURUSD, '1.10100', '1.10110'],
    [USDJPY, '151.000', '151.010'],
  ] as const) {
    const next = quote(id, bid, ask);
    follower.observe(next);
    follow(fixture.engine.onQuote(next, NOW));
  }
  expect(follower.account(1)).toEqual(fixture.engine.account(1));
  // It learns of this quote before the rows that were decided without it.
  const early = quote(EURUSD, '1.15000', '1.15010');
  follower.observe(early);
  follow([...submit({ type: 'deposit', amount: money('5'), reference: 1 }), ...sell()]);
  expect(follower.account(1)?.positions[0]?.closing.bid).toBe(price('1.15000'));
  follow(fixture.engine.onQuote(early, NOW));
  expect(follower.account(1)).toEqual(fixture.engine.account(1));
  expect(follower.stateHash()).toBe(fixture.engine.stateHash());
});

it('observes what triggers without deciding it', () => {
  follow(sell());
  const beyond = quote(EURUSD, '1.30000', '1.30010');
  follower.observe(beyond);
  expect([follower.seq, follower.account(1)?.positions.length]).toEqual([fixture.engine.seq, 1]);
  const rows = fixture.engine.onQuote(beyond, NOW);
  expect(rows.length).toBeGreaterThan(0);
  follow(rows);
  expect(follower.account(1)).toEqual(fixture.engine.account(1));
});
