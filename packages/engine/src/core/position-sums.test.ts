import { asLots, asMoney, asPrice } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { addPosition, assertSums, positionSumsOf } from './position-sums.ts';
import { Order, State } from './state.ts';

function holder(): { readonly open: () => Order; readonly account: ReturnType<State['addAccount']> } {
  const state = new State();
  const account = state.addAccount(1, 'demo');
  const open = (): Order => {
    const order = new Order(account, state.instrument(1), {
      id: account.orders.length + 1,
      side: 'buy',
      kind: 'market',
      status: 'open',
      lots: asLots(10_000n),
      leverage: 100,
      target: undefined,
      price: asPrice(1_100_000n),
      openedAt: 0,
      margin: asMoney(0n),
      fee: asMoney(0n),
      swap: asMoney(0n),
      stopLoss: undefined,
      takeProfit: undefined,
    });
    account.orders.push(order);
    return order;
  };
  return { open, account };
}

it('values one new position by itself, and two by a new sum', () => {
  const { open, account } = holder();
  open();
  const sums = positionSumsOf(account);
  sums.floating = asMoney(5n);
  sums.added = undefined;
  const second = open();
  addPosition(sums, second);
  expect(sums).toMatchObject({ floating: 5n, added: second });
  addPosition(sums, open());
  expect(sums.floating).toBeUndefined();
  expect(sums.byInstrument).toMatchObject([{ longVolume: 30_000, longCost: 30_000 * 1_100_000 }]);
});

it('finds a position that the sums lack', () => {
  const { open, account } = holder();
  open();
  positionSumsOf(account);
  open();
  expect(() => {
    assertSums(account);
  }).toThrow('the sums of account 1');
});
