import { type Money, lots, money, price, stampOfTime, timeKey } from '@fairlot/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { RULEBOOK } from './core/rulebook.ts';
import { State } from './core/state.ts';
import {
  EURUSD,
  NOW,
  USDJPY,
  events,
  fixture,
  place,
  quote,
  startEngine,
  submit,
  terms,
} from './engine.test-support.ts';
import { ShardEngine } from './engine.ts';
import { restoreEngine } from './index.ts';
import { KeyMemory } from './keys/key-memory.ts';

const RETIRED = { type: 'retireAccount', time: NOW, account: 1, key: 'retire' } as const;

describe('a retired demo account', () => {
  beforeEach(() => startEngine());

  it('closes everything, returns its money, and leaves the engine', () => {
    const [position, pending] = [place(), place({ target: price('1.09') })];
    const rows = submit({ type: 'retireAccount' });
    expect(rows).toHaveLength(1);
    expect(events(rows, 'orderCancelled')).toMatchObject([{ order: pending, reason: 'demo_reset' }]);
    expect(events(rows, 'positionClosed')).toMatchObject([{ order: position, reason: 'demo_reset' }]);
    expect(events(rows, 'transferred').at(-1)).toMatchObject({
      kind: 'demoFunding',
      debit: { account: 1, book: 'cash' },
      credit: { house: 'demoIssuance' },
    });
    expect(events(rows, 'accountRetired')).toEqual([{ type: 'accountRetired', account: 1 }]);
    const { engine } = fixture;
    expect([engine.account(1), engine.order(position), engine.order(pending)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const image = engine.image();
    expect([[...image.accounts], [...image.orders], [...image.keyMarks]]).toEqual([[], [], []]);
    expect(restoreEngine(image).stateHash()).toBe(engine.stateHash());
    // Neither its stop nor its bands are watched any more.
    expect(engine.onQuote(quote(EURUSD, '0.50000', '0.50010'), NOW)).toEqual([]);
  });

  it('closes at the last known quote while the market is closed', () => {
    place();
    fixture.engine.setOpen(EURUSD, false);
    expect(events(submit({ type: 'retireAccount' }), 'positionClosed')).toHaveLength(1);
  });

  it('gives back what the house lent when it ends in debt', () => {
    place();
    submit({ type: 'adjust', amount: money('-9900'), memo: '' });
    const rows = submit({ type: 'retireAccount' });
    expect(fixture.engine.account(1)).toBeUndefined();
    expect(events(rows, 'accountRetired')).toHaveLength(1);
  });

  it('is a demo account without held money', () => {
    submit({ type: 'holdWithdrawal', withdrawal: 5, amount: money('10'), fee: money('0') });
    expect(submit({ type: 'retireAccount' })[0]?.outcome).toEqual({ ok: false, reason: 'withdrawal_exists' });
    submit({ type: 'openAccount', kind: 'real', account: 2 });
    expect(submit({ type: 'retireAccount', account: 2 })[0]?.outcome).toEqual({
      ok: false,
      reason: 'not_a_demo_account',
    });
    expect(submit({ type: 'retireAccount', account: 3 })[0]?.outcome).toEqual({ ok: false, reason: 'unknown_account' });
  });

  it('leaves its keys to the journal', () => {
    const timed = timeKey(stampOfTime(NOW), new Uint8Array(9));
    const restored = restoreEngine(fixture.engine.image());
    const deposit = { type: 'deposit', time: NOW, account: 1, key: timed, amount: 1n as Money, reference: 1 } as const;
    expect(restored.submit(deposit).kind).toBe('applied');
    restored.submit(RETIRED, true);
    expect(restored.submit(RETIRED)).toEqual({ kind: 'repeated', outcome: { ok: true } });
    // While memory still has the key, it answers; afterwards only the journal can tell.
    expect(restored.submit(deposit)).toEqual({ kind: 'repeated', outcome: { ok: true } });
    expect(restoreEngine(restored.image()).submit(deposit)).toEqual({ kind: 'archived' });
  });

  it('is there again, with the marks of its keys, when the row did not happen', () => {
    const timed = timeKey(stampOfTime(NOW), new Uint8Array(9));
    const keys = new KeyMemory(10, [{ account: 1, stamp: stampOfTime(NOW) }]);
    const deposit = { type: 'deposit', time: NOW, account: 1, key: timed, amount: 1n as Money, reference: 1 } as const;
    const before = fixture.engine.image();
    const engine = restoreEngine(before, { keys });
    engine.submit(RETIRED, true);
    const recovered = restoreEngine(before, { keys: engine.releaseKeys(before.seq) });
    expect(recovered.submit(deposit)).toEqual({ kind: 'archived' });
  });
});

it('keeps the engine as small as before, after 10,000 accounts were opened and retired', () => {
  const state = new State();
  const keys = new KeyMemory(50, [], true);
  const engine = new ShardEngine(state, keys, RULEBOOK, 512);
  const rules = { feeMode: 'ofMargin', stopOutPercent: 50, demoFunds: money('10000'), maxOrdersPerAccount: 9 } as const;
  engine.submit({ type: 'setRules', time: NOW, rules });
  for (const id of [EURUSD, USDJPY]) {
    engine.submit({ type: 'defineInstrument', time: NOW, instrument: terms(id) });
    engine.setOpen(id, true);
    engine.onQuote(quote(id, '1.10000', '1.10010'), NOW);
  }
  /** Entries of every collection that an account, an order or a key may be in. */
  const size = (): object => {
    const heaps = [...state.instruments.values()].flatMap(({ orderEdges, accountEdges }) =>
      [orderEdges, accountEdges].flatMap((edges) => [
        edges.bidBelow.size,
        edges.bidAbove.size,
        edges.askBelow.size,
        edges.askAbove.size,
        edges.midBelow.size,
        edges.midAbove.size,
      ]),
    );
    return {
      accounts: state.accounts.size,
      orders: state.orders.size,
      withdrawals: state.withdrawals.size,
      aliveOrders: [...state.instruments.values()].map(({ aliveOrders }) => aliveOrders),
      heaps,
      orderEntries: state.orderEntries.owners.filter((owner) => owner !== undefined).length,
      accountEntries: state.accountEntries.owners.filter((owner) => owner !== undefined).length,
      marks: [...keys.marks()].length,
    };
  };
  const live = (account: number): void => {
    const at = NOW + account;
    const key = (index: number): string => timeKey(stampOfTime(at) + index, new Uint8Array(9));
    const order = { type: 'placeOrder', time: NOW, account, side: 'buy', lots: lots('0.1'), leverage: 100 } as const;
    const levels = { stopLoss: price('1.05000'), takeProfit: price('1.15000') };
    engine.submit({ type: 'openAccount', time: NOW, account, key: 'open', kind: 'demo' }, true);
    engine.submit({ ...order, ...levels, key: key(1), instrument: EURUSD });
    engine.submit({ ...order, key: key(2), instrument: USDJPY, side: 'sell' });
    engine.submit({ ...order, key: key(3), instrument: EURUSD, target: price('1.08000') });
  };
  const before = size();
  const pools = (): number[] => [state.orderEntries.owners.length, state.accountEntries.owners.length];
  for (let account = 1; account <= 10_000; account += 1) {
    live(account);
    if (account === 1) expect(size()).not.toEqual(before);
    engine.submit({ ...RETIRED, account }, true);
  }
  expect(size()).toEqual(before);
  // Freed entries are used again: the pools are as large as one account needs.
  expect(Math.max(...pools())).toBeLessThan(10);
});
