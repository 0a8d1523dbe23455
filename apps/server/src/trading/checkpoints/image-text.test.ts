import { type Instrument, asPrice, lots, money, price, rate } from '@fairlot/domain';
import { type Applied, type ClientCommand, createEngine, restoreEngine } from '@fairlot/engine';
import { expect, it } from 'vitest';
import { imageLines, readImage } from './image-text.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const EURUSD: Instrument = {
  id: 1,
  code: 'EURUSD',
  quoteCurrency: 'USD',
  pricePrecision: 5,
  lotStep: lots('0.01'),
  minLots: lots('0.01'),
  maxLots: lots('100'),
  unitsPerLot: 100_000n,
  marginMode: 'leveraged',
  leverages: [100],
  feeRate: rate('3'),
  swap: { mode: 'points', long: rate('-6.5'), short: rate('1.2'), tripleWeekday: 3 },
  conversion: null,
  staleAfterMs: 10_000,
};

it('gives an engine that replays later rows as they were, although they record no market that had not changed', () => {
  const engine = createEngine();
  const rules = { feeMode: 'perLot', stopOutPercent: 50, demoFunds: money('100000'), maxOrdersPerAccount: 9 } as const;
  engine.submit({ type: 'setRules', time: NOON, rules });
  engine.submit({ type: 'defineInstrument', time: NOON, instrument: EURUSD });
  engine.setOpen(1, true);
  const quote = { instrument: 1, seq: 1, time: NOON, bid: asPrice(price('1.1')), ask: asPrice(price('1.1001')) };
  engine.onQuote(quote, NOON);
  const apply = (command: ClientCommand): Applied => {
    const submission = engine.submit(command, true);
    if (submission.kind !== 'applied') throw new Error(submission.kind);
    return submission.rows[0];
  };
  const order = (key: string): Applied =>
    apply({
      type: 'placeOrder',
      time: NOON,
      account: 1,
      key,
      instrument: 1,
      side: 'buy',
      lots: lots('1'),
      leverage: 100,
    });
  apply({ type: 'openAccount', time: NOON, account: 1, key: 'open', kind: 'demo' });
  order('first');
  apply({
    type: 'holdWithdrawal',
    time: NOON,
    account: 1,
    key: 'h',
    withdrawal: 3,
    amount: money('5'),
    fee: money('1'),
  });
  const text = [...imageLines(engine.image())].join('');
  const read = readImage(text);
  expect(readImage([...imageLines(read)].join(''))).toEqual(read);
  const later = order('second');
  expect(later).toMatchObject({ markets: [], outcome: { ok: true } });
  const replaying = restoreEngine(read, { replays: true });
  expect(replaying.replay(later)).toEqual(later);
  expect(replaying.stateHash()).toBe(engine.stateHash());
  expect(restoreEngine(read).replay(later)).toMatchObject({ outcome: { ok: false, reason: 'price_in_doubt' } });
});
