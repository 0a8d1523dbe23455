import { describe, expect, it } from 'vitest';
import type { Charge, Offer, ShareBudget } from '../security/untold-spend.ts';
import { NetworkBudgets } from './network-budgets.ts';

const DAY_MS = 86_400_000;
const clock = { now: 1_000_000 };
const budgets = (perSecond: number, burst: number, perDay = 0) =>
  new NetworkBudgets({ order: { perSecond, burst, perDay }, money: { perSecond, burst, perDay } }, () => clock.now);

/** How many of `tries` calls from the addresses, in turn, are allowed. */
function allowed(of: ReturnType<typeof budgets>, tries: number, addressOf: (index: number) => string): number {
  return Array.from({ length: tries }, (_, index) => of.take('order', addressOf(index))).filter(Boolean).length;
}

describe('the budget of a network', () => {
  it.each([
    ['one IPv4 address', 5, () => '203.0.113.7'],
    ['an IPv4 address and its IPv6 form', 5, (index: number) => (index % 2 === 0 ? '::ffff:' : '') + '203.0.113.7'],
    ['the addresses of an IPv6 /64', 5, (index: number) => `2001:db8:1:2::${index.toString(16)}`],
    [
      'one /64 in several spellings',
      5,
      (index: number) => (index % 2 === 0 ? '2001:db8:1:2::1' : '2001:0db8:0001:2::2'),
    ],
    ['the addresses of an IPv4 /24', 20, (index: number) => `203.0.113.${index % 256}`],
    ['the /64 networks of an IPv6 /48', 20, (index: number) => `2001:db8:1:${index.toString(16)}::1`],
    ['unrelated addresses', 200, (index: number) => `203.0.${index}.7`],
  ] as const)('%s', (_of, most, addressOf) => {
    expect(allowed(budgets(1, 5), 200, addressOf)).toBe(most);
  });

  it('is separate for each kind, and fills again', () => {
    const both = budgets(1, 5);
    expect(allowed(both, 50, () => '192.0.2.1')).toBe(5);
    expect(both.take('money', '192.0.2.1')).toBe(true);
    clock.now += 2000;
    expect(allowed(both, 50, () => '192.0.2.1')).toBe(2);
  });

  it('is limited by the day too', () => {
    const daily = budgets(100, 100, 150);
    let taken = 0;
    for (let second = 0; second < 60; second += 1) {
      taken += allowed(daily, 100, () => '192.0.2.1');
      clock.now += 1000;
    }
    expect(taken).toBe(150);
    clock.now += DAY_MS;
    expect(allowed(daily, 100, () => '192.0.2.1')).toBe(100);
  });

  it('cannot be used up by the refused calls of a neighbour', () => {
    const both = budgets(1, 5);
    expect(allowed(both, 1000, () => '192.0.2.1')).toBe(5);
    expect(allowed(both, 5, () => '192.0.2.2')).toBe(5);
  });

  it('takes bounded memory, however many networks call', () => {
    const many = budgets(1, 1);
    for (let index = 0; index < 260_000; index += 1)
      many.take('order', `2001:${(index >> 8).toString(16)}:${(index & 255).toString(16)}:1::1`);
    expect(many.held).toBeLessThanOrEqual(200_000);
  });

  it('allows everything at zero', () => {
    expect(allowed(budgets(0, 0), 1000, () => '192.0.2.1')).toBe(1000);
  });

  it('is shared with another process, for each kind and width', () => {
    const charges = new Map<string, Charge>();
    const offered: { readonly width: string; readonly spend: Parameters<Offer>[0] }[] = [];
    const share =
      (width: string): ShareBudget =>
      (charge) => {
        charges.set(width, charge);
        return (spend) => offered.push({ width, spend }) > 0;
      };
    const rates = { order: { perSecond: 1, burst: 8, perDay: 16 }, money: { perSecond: 0, burst: 0, perDay: 8 } };
    const make = (of: string) =>
      new NetworkBudgets(rates, () => clock.now, { near: share(`${of} near`), wide: share(`${of} wide`) });
    const one = make('one');
    const other = make('other');
    const tell = (): void => {
      for (const { width, spend } of offered.splice(0))
        charges.get(width.replace('one', 'other'))?.(spend.key, spend.drain());
    };
    expect(allowed(one, 6, () => '192.0.2.1')).toBe(6);
    tell();
    expect(allowed(other, 6, () => '192.0.2.1')).toBe(2);
    expect(other.take('money', '192.0.2.1')).toBe(true);
    for (let network = 2; network < 6; network += 1)
      expect(allowed(one, 8, () => `192.0.2.${network}`)).toBeLessThan(9);
    tell();
    // 32 of the neighbourhood are gone, so its other networks have none left either.
    expect(allowed(other, 1, () => '192.0.2.9')).toBe(0);
    expect(allowed(other, 1, () => '198.51.100.9')).toBe(1);
    expect(charges.get('other near')?.('unknown 192.0.2.1', 1)).toBe(false);
    expect(charges.get('other near')?.(7, 1)).toBe(false);
  });
});
