import { dashboardCalls } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import type { ListedInstrument, MarketDesk } from '../../../market/port.ts';
import { done } from '../../../platform/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { Kept } from '../../../platform/kept.ts';
import type { StaffCalls } from '../../../platform/staff-calls.ts';
import type { WorkQueues } from '../../../platform/work-queues.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { readExposure } from './exposure.ts';
import { readHouseResult } from './house.ts';

export interface DashboardDeps {
  readonly kysely: Kysely<Tables>;
  readonly market: MarketDesk;
  readonly trading: TradingHost;
  readonly queues: WorkQueues;
  readonly clock: Clock;
  readonly sockets: () => { readonly sockets: number; readonly signedIn: number };
}

/** Sums of all open positions are made no more often than this. */
const EXPOSURE_LIFE_MS = 1000;
const MEGABYTE = 1024 * 1024;

/** What the people who run the platform look at first. Nothing here changes anything. */
export function registerDashboards(
  calls: StaffCalls,
  { kysely, market, trading, queues, sockets, clock }: DashboardDeps,
): void {
  const exposure = new Kept<'real' | 'demo', Awaited<ReturnType<typeof readExposure>>>(EXPOSURE_LIFE_MS, clock);
  calls.forList(dashboardCalls.officeExposure, async ({ accounts }, { offset, limit }) => {
    const rows = await exposure.get(accounts, () => readExposure(kysely, market, accounts));
    return done({ list: rows.slice(offset, offset + limit), total: rows.length });
  });

  calls.forList(dashboardCalls.officeHouseResult, async ({ accounts }, slice) =>
    done(await readHouseResult(kysely, accounts, slice)),
  );

  calls.forStaff(dashboardCalls.officeQueues, async () => {
    const all = await queues.read();
    return done({
      queues: all.map(({ name, waiting, oldestAt }) => ({ name, waiting, oldest_at: oldestAt?.toISOString() ?? null })),
    });
  });

  calls.forStaff(dashboardCalls.officeHealth, async () => {
    const outbox = await readOutbox(kysely);
    const { quotes, lagMs, barsWaiting } = market.figures();
    const open = sockets();
    const codes = (filter: (instrument: ListedInstrument) => boolean): string[] =>
      market
        .instruments()
        .filter(filter)
        .map(({ code }) => code);
    return done({
      source: market.source,
      trading_ready: trading.ready,
      instruments: market.instruments().length,
      stale: codes((instrument) => isStale(instrument, market)),
      without_quote: codes(({ id }) => market.quote(id) === undefined),
      quotes_taken: quotes,
      quotes_rejected: market.rejected(),
      quote_lag_ms: lagMs,
      bars_waiting: barsWaiting,
      outbox,
      sockets: open.sockets,
      signed_in_sockets: open.signedIn,
      uptime_s: Math.floor(process.uptime()),
      memory_mb: Math.round(process.memoryUsage.rss() / MEGABYTE),
    });
  });
}

async function readOutbox(kysely: Kysely<Tables>): Promise<{ waiting: number; held: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; held: number; failed: number }>`
    select count(*) filter (where state = 'waiting')::integer as waiting, count(*) filter (where state = 'held')::integer as held,
      count(*) filter (where state = 'failed' and ended_at > now() - interval '1 day')::integer as failed from outbox`.execute(
    kysely,
  );
  return rows[0] ?? { waiting: 0, held: 0, failed: 0 };
}

function isStale({ id, staleAfterMs }: ListedInstrument, market: MarketDesk): boolean {
  const quote = market.quote(id);
  return quote !== undefined && market.isOpen(id) && market.now() - quote.time > staleAfterMs;
}
