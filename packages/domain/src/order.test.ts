import { describe, expect, it } from 'vitest';
import { type OrderStatus, mayBecome } from './order.ts';

describe('order transitions', () => {
  it('allow only pending to open or cancelled, and open to closed', () => {
    const all: OrderStatus[] = ['pending', 'open', 'closed', 'cancelled'];
    const allowed = all.flatMap((from) => all.filter((to) => mayBecome(from, to)).map((to) => `${from}→${to}`));
    expect(allowed).toEqual(['pending→open', 'pending→cancelled', 'open→closed']);
  });
});
