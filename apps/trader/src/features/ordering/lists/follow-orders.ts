import { readOrders } from '@fairlot/client';
import type { Order } from '@fairlot/client';
import { account, api } from '../../../shared/services/services.ts';
import { listIsOutdated } from './list-check.ts';
import { ordersOf } from './order-pages.ts';
import { dropOrders, loadedOrders, reloadOrders } from './orders-query.ts';

/** Changes that arrive within this time are read together. */
const TOGETHER_MS = 50;
/** Shortest time between two readings for changes: a trailing stop may move many times a second. */
const APART_MS = 1_000;
/** First wait before the lists are read again because they still contradict the feed; it doubles each time. */
const AGAIN_MS = 2_000;
const MOST_DOUBLINGS = 5;

export interface OrderFollower {
  /** True if the close of a position is not this page's own. */
  readonly isNews: (id: number) => boolean;
  readonly onClosed: (id: number, record: Order | undefined) => void;
}

/**
 * Keeps the cached lists of an account in step with the live feed. Positions that close are removed at once; each change
 * of the account's version, by this page or another device, and each reconnection read the lists again. Returns a
 * function that stops it.
 */
export function followOrders(user: string, follower: OrderFollower): () => void {
  const lists = new FollowedLists(user);
  const stops = [
    account.onClosed((ids) => {
      dropOrders(user, 'holding', ids);
      lists.readSoon();
      void report(ids.filter(follower.isNews), follower);
    }),
    account.onResumed(() => void reloadOrders(user)),
    account.account.subscribe(() => lists.compare()),
  ];
  // Nothing was compared while the screen was hidden.
  lists.compare();
  return () => {
    for (const stop of stops) stop();
    lists.stop();
  };
}

async function report(news: readonly number[], { onClosed }: OrderFollower): Promise<void> {
  if (news.length === 0) return;
  const closed = await readOrders(api, { list: 'history', page: 1 }, { quiet: true }).catch(() => undefined);
  for (const id of news) {
    const record = closed?.items.find((order) => order.id === id);
    // The owner's own close of a part is answered on the page that asked for it. A level closes a part unasked.
    if (record === undefined || record.parent === null || isOfLevel(record)) onClosed(id, record);
  }
}

function isOfLevel({ endReason }: Order): boolean {
  return endReason === 'stop_loss' || endReason === 'take_profit';
}

/** The version of the account since which all cached lists were read or marked as outdated. */
let known: { readonly user: string; readonly version: number | undefined } | undefined;

/** Reads the lists one time after each change of the feed, and again while they contradict it. */
class FollowedLists {
  readonly #user: string;
  #timer: { readonly id: ReturnType<typeof setTimeout>; readonly due: number } | undefined;
  #isReading = false;
  /** True when a change came during a reading, whose answers may be older. */
  #isChanged = false;
  /** Readings in a row after which the lists still contradicted the feed. */
  #contradictions = 0;
  #isStopped = false;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(user: string) {
    this.#user = user;
  }

  /** Compares the lists with the feed. */
  compare(): void {
    const view = account.account.getSnapshot();
    if (view?.current !== true) return;
    if (known?.user !== this.#user || known.version !== view.version) {
      known = { user: this.#user, version: view.version };
      this.readSoon();
      return;
    }
    const pages = loadedOrders(this.#user, 'holding');
    const loaded = ordersOf(pages).map((order) => order.id);
    if (pages === undefined || !listIsOutdated(loaded, pages.pages[0]?.total ?? 0, [...view.positions.keys()])) {
      this.#contradictions = 0;
      return;
    }
    if (this.#isReading || this.#timer !== undefined) return;
    this.#readIn(AGAIN_MS * 2 ** Math.min(this.#contradictions, MOST_DOUBLINGS));
    this.#contradictions += 1;
  }

  /** Reads the lists for a change. A reading that is under way is not ended: on a slow line none would arrive. */
  readSoon(): void {
    this.#contradictions = 0;
    if (this.#isReading) this.#isChanged = true;
    else this.#readIn(Math.max(TOGETHER_MS, this.#readAt + APART_MS - Date.now()));
  }

  stop(): void {
    clearTimeout(this.#timer?.id);
    // The reading is left to the next follower.
    if (this.#timer !== undefined || this.#isChanged) known = undefined;
    this.#timer = undefined;
    this.#isStopped = true;
  }

  #readIn(delay: number): void {
    const due = Date.now() + delay;
    if (this.#timer !== undefined && this.#timer.due <= due) return;
    clearTimeout(this.#timer?.id);
    this.#timer = { due, id: setTimeout(() => void this.#read(), delay) };
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#readAt = Date.now();
    await reloadOrders(this.#user);
    this.#isReading = false;
    if (this.#isStopped) return;
    if (this.#isChanged) {
      this.#isChanged = false;
      this.readSoon();
    } else this.compare();
  }
}
