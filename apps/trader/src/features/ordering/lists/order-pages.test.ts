import { describe, expect, it } from 'vitest';
import { nextPage, ordersOf, withoutOrders } from './order-pages.ts';
import type { OrderPages } from './order-pages.ts';
import { testOrder } from '../order.testkit.ts';

const page = (total: number, ...ids: number[]) => ({
  items: ids.map((id) => testOrder({ id })),
  total,
});
const pages = (...list: ReturnType<typeof page>[]): OrderPages => ({
  pages: list,
  pageParams: list.map((_, index) => index + 1),
});
const idsOf = (of: OrderPages): number[] => ordersOf(of).map(({ id }) => id);

describe('pages of orders', () => {
  it('show an order once that moved to the next page', () => {
    expect(idsOf(pages(page(4, 5, 4), page(4, 4, 3)))).toEqual([5, 4, 3]);
  });
  it('continue until everything is loaded, and stop at an empty page', () => {
    expect(nextPage(page(3, 2), [page(3, 3), page(3, 2)])).toBe(3);
    expect(nextPage(page(2, 2), [page(2, 3), page(2, 2)])).toBeUndefined();
    expect(nextPage(page(9), [page(9, 3), page(9)])).toBeUndefined();
  });
  it('drop closed orders from all pages and correct the totals', () => {
    const left = withoutOrders(pages(page(4, 5, 4), page(4, 3, 2)), new Set([4, 77]));
    expect(idsOf(left)).toEqual([5, 3, 2]);
    expect(left.pages.map(({ total }) => total)).toEqual([3, 3]);
  });
});
