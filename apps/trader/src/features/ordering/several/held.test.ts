import { lots, price } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { testOrder } from '../order.testkit.ts';
import { chosenIds, heldSums, profitOf } from './held.ts';

const orders = [
  testOrder({ id: 1, lots: lots('0.10'), openPrice: price('1.10000') }),
  testOrder({ id: 2, lots: lots('0.30'), openPrice: price('1.20000') }),
  testOrder({ id: 3, lots: lots('0.05'), openPrice: price('1.15000'), side: 'sell' }),
  testOrder({ id: 4, instrument: { ...testOrder().instrument, id: 8 } }),
];

it('sums the positions of an instrument that has several, with the average price of each side', () => {
  expect(heldSums(orders)).toEqual([
    {
      instrument: orders[0]?.instrument,
      ids: [1, 2, 3],
      sides: [
        { side: 'buy', lots: lots('0.40'), average: price('1.17500') },
        { side: 'sell', lots: lots('0.05'), average: price('1.15000') },
      ],
    },
  ]);
});

it('chooses positions by their present results', () => {
  const positions = new Map(
    [
      [1, '1.5'],
      [2, '-2'],
      [3, '0'],
    ].map(([id, profit]) => [id as number, { profit: String(profit), closePrice: '1' }]),
  );
  const account = { positions };
  expect(chosenIds(account, { scope: 'all' }, orders)).toEqual([1, 2, 3]);
  expect(chosenIds(account, { scope: 'winners' }, orders)).toEqual([1]);
  expect(chosenIds(account, { scope: 'losers' }, orders)).toEqual([2]);
  expect(chosenIds(account, { scope: 'all', instrument: 7 }, orders)).toEqual([1, 2, 3]);
  expect(chosenIds(account, { scope: 'losers', instrument: 8 }, orders)).toEqual([]);
  expect(profitOf(account, [1, 2])).toBe(-500_000n);
});
