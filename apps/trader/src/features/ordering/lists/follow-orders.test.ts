import { createStore, readOrders } from '@fairlot/client';
import type { AccountView, Order, OrderList } from '@fairlot/client';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountKey, queryClient } from '../../../shared/services/query-client.ts';
import { provideServices } from '../../../shared/services/services.ts';
import type { Services } from '../../../shared/services/services.ts';
import { testOrder } from '../order.testkit.ts';
import { followOrders } from './follow-orders.ts';
import { nextPage, ordersOf } from './order-pages.ts';
import { loadedOrders, reloadOrders } from './orders-query.ts';

vi.mock(import('@fairlot/client'), async (original) => ({
  ...(await original()),
  readOrders: vi.fn<typeof readOrders>(),
}));

const USER = 'ada';
const KEY = accountKey(USER, 'orders', 'holding');
const MINUTE_MS = 60_000;

/** The server's lists, and the answers under way. Each states the list as it was when it was asked for. */
const server: Record<OrderList, Order[]> = { holding: [], pending: [], history: [] };
let answers: (() => void)[] = [];
let isHeld = false;
/** Number of readings that fail from now on. */
let failures = 0;

const view = createStore<AccountView | undefined>(undefined);
const closed = new Set<(ids: readonly number[]) => void>();
const resumed = new Set<() => void>();
let version = 0;

/** The feed's message after a change of the server. */
function tellFeed(isNewVersion = true): void {
  if (isNewVersion) version += 1;
  const positions = new Map(server.holding.map(({ id }) => [id, { closePrice: '1', profit: '0' }]));
  view.set({ current: true, version, positions } as unknown as AccountView);
}

const ids = (): number[] | undefined => {
  const pages = loadedOrders(USER, 'holding');
  return pages && ordersOf(pages).map(({ id }) => id);
};

async function answerAll(): Promise<void> {
  for (const answer of answers.splice(0)) answer();
  await vi.advanceTimersByTimeAsync(0);
}

let stops: (() => void)[] = [];
const reports: number[] = [];

function follow(): () => void {
  const stop = followOrders(USER, { isNews: () => true, onClosed: (id) => void reports.push(id) });
  stops.push(stop);
  return stop;
}

function register<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(readOrders).mockImplementation((_api, { list }) => {
    const items = [...server[list]];
    if (failures > 0) {
      failures -= 1;
      return Promise.reject(new Error('lost'));
    }
    if (!isHeld) return Promise.resolve({ items, total: items.length });
    return new Promise((resolve) => answers.push(() => resolve({ items, total: items.length })));
  });
  provideServices({
    account: {
      account: view,
      onClosed: (listener: (ids: readonly number[]) => void) => register(closed, listener),
      onResumed: (listener: () => void) => register(resumed, listener),
    },
  } as unknown as Services);
  const shown = new InfiniteQueryObserver(queryClient, {
    queryKey: KEY,
    initialPageParam: 1,
    queryFn: ({ pageParam }) => readOrders({} as never, { list: 'holding', page: pageParam }, {}),
    getNextPageParam: nextPage,
    retry: false,
  });
  isHeld = true;
  stops.push(shown.subscribe(() => undefined));
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  answers = [];
  isHeld = false;
  failures = 0;
  reports.length = 0;
  view.set(undefined);
  for (const list of Object.values(server)) list.length = 0;
  queryClient.clear();
  vi.useRealTimers();
});

it('shows a position that opens while the first reading is under way, although the market stands still', async () => {
  tellFeed();
  follow();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  server.holding.unshift(testOrder({ id: 7 }));
  tellFeed();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await answerAll();
  expect(ids()).toEqual([7]);
});

it('reads the lists again after a reading that failed', async () => {
  isHeld = false;
  tellFeed();
  follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  server.holding.unshift(testOrder({ id: 7 }));
  failures = 3;
  tellFeed();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(ids()).toEqual([7]);
});

it('shows a change of an order that the figures of the account do not show', async () => {
  isHeld = false;
  server.holding.unshift(testOrder({ id: 7, leverage: 50 }));
  tellFeed();
  follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await reloadOrders(USER);
  expect(loadedOrders(USER, 'holding')?.pages[0]?.items[0]?.leverage).toBe(50);
  server.holding[0] = testOrder({ id: 7, leverage: 100 });
  tellFeed();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(loadedOrders(USER, 'holding')?.pages[0]?.items[0]?.leverage).toBe(100);
});

it('does not bring a closed position back by an answer from before its close', async () => {
  isHeld = false;
  server.holding.unshift(testOrder({ id: 7 }), testOrder({ id: 6 }));
  tellFeed();
  follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  isHeld = true;
  void reloadOrders(USER);
  await vi.advanceTimersByTimeAsync(0);
  server.holding.splice(0, 1);
  for (const listener of closed) listener([7]);
  expect(ids()).toEqual([6]);
  await answerAll();
  expect(ids()).toEqual([6]);
});

it('reads once for changes at once, and not again when the screen returns without any', async () => {
  isHeld = false;
  tellFeed();
  const leave = follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  vi.mocked(readOrders).mockClear();
  tellFeed();
  tellFeed();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  leave();
  follow();
  tellFeed(false);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(readOrders).toHaveBeenCalledTimes(1);
});

it('reads what changed while the screen was hidden, also when the screen left before a reading', async () => {
  isHeld = false;
  tellFeed();
  const leave = follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  server.holding.unshift(testOrder({ id: 7 }));
  tellFeed();
  leave();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(ids()).toEqual([]);
  follow();
  await answerAll();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(ids()).toEqual([7]);
});
