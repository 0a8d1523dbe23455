import { NO_MARKUP, type Quote, asPrice, price } from '@fairlot/domain';
import { expect, it, vi } from 'vitest';
import type { ListedInstrument } from '../../market/port.ts';
import type { Alert, AlertDraft, ReachedAlert } from './queries.ts';
import { Alerts } from './service.ts';
import { AlertWatch } from './watch.ts';

const quoteOf = (bid: string): Quote => ({
  instrument: 1,
  seq: 1,
  time: 0,
  bid: asPrice(price(bid)),
  ask: asPrice(price(bid)),
});
const INPUT = { forex_id: 1, side: 'bid', direction: 'rise', price: '1.20000' } as const;

it('an alert whose commit was not answered is watched after the repeated request, once', async () => {
  const stored: Alert[] = [];
  const fired: (readonly number[])[] = [];
  const store = {
    byKey: () => Promise.resolve(stored[0]),
    add: (user: number, draft: AlertDraft) => {
      stored.push({ ...draft, id: 5, user, createdAt: new Date(0), fired: undefined });
      return Promise.reject(new Error('the connection was lost after the commit'));
    },
    fire: (reached: readonly ReachedAlert[]) => {
      fired.push(reached.map(({ id }) => id));
      return Promise.resolve([]);
    },
  };
  const prices = { markupOf: () => NO_MARKUP, shown: (quote: Quote) => quote };
  const instrument = { id: 1, priceScale: 8, pricePrecision: 5 } as unknown as ListedInstrument;
  const market = { instrument: () => instrument, quote: () => quoteOf('1.10000') };
  const common = { store, prices, clock: () => 0 };
  const watch = new AlertWatch(common as unknown as ConstructorParameters<typeof AlertWatch>[0]);
  const alerts = new Alerts({ ...common, watch, market } as unknown as ConstructorParameters<typeof Alerts>[0]);

  await expect(alerts.set(2, 'key', INPUT)).rejects.toThrow('the connection was lost');
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect(await alerts.set(2, 'key', INPUT)).toMatchObject({ ok: true, data: { id: 5 } });
  expect(watch.size).toBe(1);
  watch.onQuote(quoteOf('1.20000'));
  await vi.waitFor(() => expect(fired).toEqual([[5]]));
});
