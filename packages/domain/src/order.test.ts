import { describe, expect, it } from 'vitest';
import { mayBecome } from './order.ts';
import type { OrderStatus } from './order.ts';

describe('order transitions', () => {
  it('lead from pending to open or cancelled, from open to closed, and nowhere else', () => {
    const all: OrderStatus[] = ['pending', 'open', 'closed', 'cancelled'];
    const allowed = all.flatMap((from) => all.filter((to) => mayBecome(from, to)).map((to) => `${from}→${to}`));
    expect(allowed).toEqual(['pending→open', 'pending→cancelled', 'open→closed']);
  });
});
