import type { forexTrade } from '@fairlot/contract';
import type { z } from 'zod/mini';
import { createStore } from '../platform/store.ts';
import type { Readable, Writable } from '../platform/store.ts';
import type { Realtime } from '../realtime/realtime.ts';

type ForexTrade = z.output<typeof forexTrade>;

/** An open position's live figures. */
export interface PositionFigures {
  readonly updatePrice: string;
  readonly profit: string;
}

/** The signed-in account as the server values it. Decimal strings in dollars; ratios in per cent. */
export interface AccountView {
  /** Whether the figures are of now; otherwise they are the last known ones. */
  readonly current: boolean;
  readonly floatingProfit: string;
  /** null when equity is gone. */
  readonly riskRate: string | null;
  readonly usedMargin: string;
  readonly balance: string;
  readonly lockBalance: string;
  /** Equity. */
  readonly netValue: string;
  readonly freeMargin: string;
  /** null without open positions. */
  readonly prepaymentRatio: string | null;
  /** By the number of the order. A position that is not here is not open (any more). */
  readonly positions: ReadonlyMap<number, PositionFigures>;
}

/** The account's live figures and the news of closed positions. */
export interface AccountStore {
  readonly account: Readable<AccountView | undefined>;
  /** One position's figures: undefined when it is not open, or nothing is known. */
  position(id: number): Readable<PositionFigures | undefined>;
  /** Positions that the feed reports as closed. */
  onClosed(listener: (ids: readonly number[]) => void): () => void;
  /** The feed was interrupted and goes on: what closed in between was not reported, so lists must be read again. */
  onResumed(listener: () => void): () => void;
  /** Subscribes to FOREX_TRADE and FOREX_CLOSED. Returns how to stop, which forgets the account (another may sign in). */
  start(): () => void;
}

interface Watched {
  readonly store: Writable<PositionFigures | undefined>;
  /** What is given out: the same object while anyone looks. */
  readonly shown: Readable<PositionFigures | undefined>;
}

/** Makes the store; it knows nothing before start(). */
export function createAccountStore(realtime: Pick<Realtime, 'subscribe'>): AccountStore {
  const account = createStore<AccountView | undefined>(undefined);
  /** The positions that somebody looks at. */
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
        else publish(viewOf(event.data));
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
  return a?.profit === b?.profit && a?.updatePrice === b?.updatePrice;
}

function viewOf(data: ForexTrade): AccountView {
  return {
    current: true,
    floatingProfit: data.ProfitsTotal,
    riskRate: data.HazardRate,
    usedMargin: data.CautionMoneyAll,
    balance: data.Balance,
    lockBalance: data.LockBalance,
    netValue: data.NetValue,
    freeMargin: data.FreeMargin,
    prepaymentRatio: data.PrepaymentRatio,
    positions: new Map(
      data.TransOrder.map((order) => [order.Id, { updatePrice: order.UpdatePrice, profit: order.FactProfits }]),
    ),
  };
}
