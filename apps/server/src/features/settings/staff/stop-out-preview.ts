import {
  type Money,
  NO_SIDES,
  isAtOrBelow,
  marginReleased,
  minus,
  plus,
  sidesByInstrument,
  sidesWithout,
} from '@fairlot/domain';
import type { AccountView, OrderRecord } from '@fairlot/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { MarketData } from '../../../market/port.ts';
import type { TradingHost } from '../../../trading/port.ts';

/** Positions that a stop-out level would close now, and the accounts that they belong to. */
export interface Closing {
  positions: number;
  accounts: number;
}

export interface StopOutPreview {
  readonly real: Closing;
  readonly demo: Closing;
  /** False when the time ran out: the figures are lower bounds. */
  readonly complete: boolean;
}

export interface StopOutPreviewDeps {
  readonly db: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly market: Pick<MarketData, 'isOpen'>;
  /** Milliseconds that a preview may take. */
  readonly budgetMs?: number;
}

const BUDGET_MS = 2000;
/** Accounts that are valued before other work gets a turn. */
const SLICE = 100;

/** Values every account with open positions against a level. Changes nothing and leaves other work its turns. */
export async function previewStopOut(
  { db, trading, market, budgetMs = BUDGET_MS }: StopOutPreviewDeps,
  percent: number,
): Promise<StopOutPreview> {
  const preview = { real: { positions: 0, accounts: 0 }, demo: { positions: 0, accounts: 0 }, complete: true };
  const until = performance.now() + budgetMs;
  const accounts = await accountsWithPositions(db);
  for (const [index, id] of accounts.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    if (performance.now() > until) return { ...preview, complete: false };
    const account = trading.account(id);
    if (account === undefined) continue;
    if (account === 'uncommitted') {
      preview.complete = false;
      continue;
    }
    const positions = closedAt(account, percent, (instrument) => market.isOpen(instrument));
    if (positions === 0) continue;
    preview[account.kind].positions += positions;
    preview[account.kind].accounts += 1;
  }
  return preview;
}

/** True while a real account has an open position. */
export async function hasRealPositions(db: Kysely<Tables>): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'orders.account').onRef('accounts.shard', '=', 'orders.shard'),
    )
    .where('orders.status', '=', 'open')
    .where('accounts.kind', '=', 'real')
    .select('orders.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function accountsWithPositions(db: Kysely<Tables>): Promise<readonly number[]> {
  const rows = await db.selectFrom('orders').where('status', '=', 'open').select('account').distinct().execute();
  return rows.map(({ account }) => Number(account));
}

/**
 * The number of positions that a stop-out would close, in the engine's order: the position with the largest loss closes
 * until the account is above the level. Closed markets close nothing.
 */
export function closedAt(account: AccountView, percent: number, isOpen: (instrument: number) => boolean): number {
  let standing = account.standing;
  if (!isAtOrBelow(standing, percent)) return 0;
  const { hedged = 'both' } = account;
  const held = sidesByInstrument(account.positions.map(({ order }) => order));
  const released = (order: OrderRecord): Money => {
    const before = held.get(order.instrument) ?? NO_SIDES;
    held.set(order.instrument, sidesWithout(before, order));
    return marginReleased({ hedged, tiers: account.tiers?.get(order.instrument) ?? [] }, before, order);
  };
  const closable = account.positions
    .filter(({ order }) => isOpen(order.instrument))
    .sort((one, other) =>
      one.profit < other.profit ? -1 : one.profit > other.profit ? 1 : one.order.id - other.order.id,
    );
  let closed = 0;
  for (const { order, profit } of closable) {
    if (!isAtOrBelow(standing, percent)) break;
    const isLast = closed === account.positions.length - 1;
    standing = {
      ...standing,
      ...(hedged === 'none' && { covered: isLast ? undefined : true }),
      balance: plus(standing.balance, profit),
      floatingProfit: minus(standing.floatingProfit, profit),
      usedMargin: minus(standing.usedMargin, released(order)),
    };
    closed += 1;
  }
  return closed;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
