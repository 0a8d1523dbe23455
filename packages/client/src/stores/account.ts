import { accountViewFrom } from '../model/account.ts';
import type { AccountView, PositionFigures } from '../model/account.ts';
import { createStore } from '../platform/store.ts';
import type { Readable, Writable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';

/** The account's live figures and the notifications of closed positions. */
export interface AccountStore {
  readonly account: Readable<AccountView | undefined>;
  /** One position's figures; undefined if it is not open or its figures are unknown. */
  position(id: number): Readable<PositionFigures | undefined>;
  /** Calls the listener with the positions that the feed reports as closed. */
  onClosed(listener: (ids: readonly number[]) => void): () => void;
  /**
   * Calls the listener after an interruption of the feed. Positions that closed meanwhile were not reported, so lists
   * must be read again.
   */
  onResumed(listener: () => void): () => void;
  /**
   * Subscribes to FOREX_TRADE and FOREX_CLOSED. Returns a function that unsubscribes and clears the account, because
   * another user may sign in.
   */
  start(): () => void;
}

interface Watched {
  readonly store: Writable<PositionFigures | undefined>;
  /** The readable of this position, the same object while it has listeners. */
  readonly shown: Readable<PositionFigures | undefined>;
}

/** Creates the store, which is empty until start(). */
export function createAccountStore(realtime: Pick<Realtime, 'subscribe'>): AccountStore {
  const account = createStore<AccountView | undefined>(undefined);
  /** Positions with listeners. */
  const positions = new Map<number, Watched>();
  const closed = new Set<(ids: readonly number[]) => void>();
  const resumed = new Set<() => void>();

  const publish = (view: AccountView | undefined): void => {
    account.set(view);
    for (const [id, { store }] of positions) {
      const next = view?.positions.get(id);
      if (!samePosition(store.getSnapshot(), next)) store.set(next);
    }
  };

  const markStale = (): void => {
    const view = account.getSnapshot();
    if (view?.current === true) account.set({ ...view, current: false });
  };

  const positionOf = (id: number): Readable<PositionFigures | undefined> => {
    const now = (): PositionFigures | undefined => account.getSnapshot()?.positions.get(id);
    const shown: Readable<PositionFigures | undefined> = {
      getSnapshot() {
        const watched = positions.get(id);
        return watched === undefined ? now() : watched.store.getSnapshot();
      },
      subscribe(listener) {
        const watched = positions.get(id) ?? { store: createStore(now()), shown };
        positions.set(id, watched);
        const leave = watched.store.subscribe(listener);
        return () => {
          leave();
          if (!watched.store.watched && positions.get(id) === watched) positions.delete(id);
        };
      },
    };
    return shown;
  };

  return {
    account,
    position: (id) => positions.get(id)?.shown ?? positionOf(id),
    onClosed: (listener) => register(closed, listener),
    onResumed: (listener) => register(resumed, listener),
    start() {
      let snapshots = 0;
      const leaveTrade = realtime.subscribe('FOREX_TRADE', (event) => {
        if (event.kind === 'stale') markStale();
        else publish(accountViewFrom(event.data));
      });
      const leaveClosed = realtime.subscribe('FOREX_CLOSED', (event) => {
        if (event.kind === 'stale') return;
        if (event.kind === 'update') {
          for (const listener of closed) listener(event.data);
          return;
        }
        snapshots += 1;
        if (snapshots > 1) for (const listener of resumed) listener();
      });
      return () => {
        leaveTrade();
        leaveClosed();
        publish(undefined);
      };
    },
  };
}

function register<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function samePosition(a: PositionFigures | undefined, b: PositionFigures | undefined): boolean {
  return a?.profit === b?.profit && a?.closePrice === b?.closePrice;
}
