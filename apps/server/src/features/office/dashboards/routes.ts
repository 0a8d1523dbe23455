import { type OutputOfStaff, dashboardCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { failureMessage } from '../../../http/answer-text.ts';
import { done } from '../../../http/answer.ts';
import { endingSoon } from '../../../market/calendars/ending.ts';
import type { MarketAdmin, PastStatus, SourceStatus } from '../../../market/port.ts';
import type { BackupState } from '../../../platform/backup-state.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { StuckRecords } from '../../../staff/stuck-records.ts';
import type { WorkQueues } from '../../../staff/work-queues.ts';
import type { TradingHost } from '../../../trading/port.ts';
import { type HouseFacts, openFirstSteps } from './first-steps.ts';
import {
  doubtedInstruments,
  readOutboxCounts,
  sourcelessInstruments,
  staleInstruments,
  unquotedInstruments,
} from './health-queries.ts';
import { readHouseResult } from './house-result-queries.ts';

export interface DashboardDeps {
  readonly kysely: Kysely<Tables>;
  /** For sums over many records. */
  readonly reports: Kysely<Tables>;
  readonly market: MarketAdmin;
  readonly trading: TradingHost;
  readonly queues: WorkQueues;
  readonly stuck: StuckRecords;
  readonly clock: Clock;
  /** Milliseconds by which the clock has jumped; undefined while it can be trusted. */
  readonly clockOffMs: () => Promise<number | undefined>;
  /** Address of a reverse proxy that the configuration does not name. */
  readonly unnamedProxy: () => string | undefined;
  /** True when the database refuses the server changes of append-only tables. */
  readonly rolesParted: boolean;
  readonly facts: HouseFacts;
  /** Names of instruments and currencies whose exposure is above its limit. */
  readonly exposureAlarms: () => readonly string[];
  readonly newsSources: () => OutputOfStaff<typeof dashboardCalls.officeHealth>['news_sources'];
  readonly sockets: () => { readonly sockets: number; readonly signedIn: number };
}

/** Stuck records shown; the total counts all. */
const STUCK_SHOWN = 50;
/** Instruments shown whose past is not complete. */
const PAST_SHOWN = 50;
const MEGABYTE = 1024 * 1024;

/** Registers the read-only calls of the dashboard. */
export function registerDashboards(
  calls: StaffCalls,
  {
    kysely,
    reports,
    market,
    trading,
    queues,
    stuck,
    exposureAlarms,
    newsSources,
    sockets,
    clock,
    clockOffMs,
    unnamedProxy,
    rolesParted,
    facts,
  }: DashboardDeps,
): void {
  calls.forList(dashboardCalls.officeHouseResult, async (filters, slice) =>
    done(await readHouseResult(reports, filters, slice)),
  );

  calls.forStaff(dashboardCalls.officeQueues, async (_input, { staff }) => {
    const all = await queues.read(staff);
    return done({
      queues: all.map(({ name, waiting, oldestAt }) => ({ name, waiting, oldest_at: oldestAt?.toISOString() ?? null })),
    });
  });

  calls.forStaff(dashboardCalls.officeFirstSteps, async () =>
    done({ steps: [...(await openFirstSteps(kysely, facts))] }),
  );

  calls.forStaff(dashboardCalls.officeHealth, async (_input, { language }) => {
    const outbox = await readOutboxCounts(kysely);
    const { quotes, lagMs, barsWaiting } = market.figures();
    const open = sockets();
    return done({
      source: market.source,
      trading_ready: trading.ready,
      instruments: market.instruments().length,
      stale: staleInstruments(market).map(({ code }) => code),
      without_quote: unquotedInstruments(market).map(({ code }) => code),
      ending_calendars: endingSoon(market.calendarEnds()).map(({ calendar, lastDay, daysLeft }) => ({
        calendar,
        last_day: lastDay,
        days_left: daysLeft,
      })),
      in_doubt: doubtedInstruments(market).map(({ code }) => code),
      sourceless: sourcelessInstruments(market).map(({ code }) => code),
      sources: market.sources().map(presentSource),
      past: presentPast(market.past()),
      news_sources: newsSources(),
      clock_off_ms: (await clockOffMs()) ?? null,
      unnamed_proxy: unnamedProxy() ?? null,
      database_roles_parted: rolesParted,
      backups: presentBackups(facts.backups?.(), clock()),
      quotes_taken: quotes,
      quotes_rejected: market.rejected(),
      quote_lag_ms: lagMs,
      bars_waiting: barsWaiting,
      outbox,
      exposure_alarms: [...exposureAlarms()],
      stuck: await presentStuck(stuck, language),
      sockets: open.sockets,
      signed_in_sockets: open.signedIn,
      uptime_s: Math.floor(process.uptime()),
      memory_mb: Math.round(process.memoryUsage.rss() / MEGABYTE),
    });
  });
}

function presentSource(source: SourceStatus): OutputOfStaff<typeof dashboardCalls.officeHealth>['sources'][number] {
  const { phase, reason, detail = '', since } = source.state;
  return {
    name: source.name,
    phase,
    reason,
    detail,
    since: new Date(since).toISOString(),
    quotes_per_second: source.quotesPerSecond,
    malformed: source.malformed,
    refused: source.refused,
    unknown_symbols: [...source.unknownSymbols],
    instruments: source.instruments,
    contradicted: [...source.contradicted],
  };
}

function presentPast(past: PastStatus | undefined): OutputOfStaff<typeof dashboardCalls.officeHealth>['past'] {
  if (past === undefined) return null;
  const { waiting, filled, malformed } = past;
  return {
    waiting: waiting.length,
    bars: filled,
    malformed,
    list: waiting.slice(0, PAST_SHOWN).map(({ code, source, period, next, to, bars, failure }) => ({
      code,
      source: source ?? null,
      period,
      filled_to: next === 0 ? null : new Date(next).toISOString(),
      wanted_to: new Date(to).toISOString(),
      bars,
      reason: failure?.reason ?? null,
      detail: failure?.detail ?? '',
      since: failure === undefined ? null : new Date(failure.since).toISOString(),
    })),
  };
}

function presentBackups(
  state: BackupState | undefined,
  now: number,
): OutputOfStaff<typeof dashboardCalls.officeHealth>['backups'] {
  if (state === undefined) return null;
  const { lastGoodAt, oldAfterMs, failed } = state;
  return {
    newest_at: lastGoodAt === undefined ? null : new Date(lastGoodAt).toISOString(),
    overdue: lastGoodAt === undefined || now - lastGoodAt > oldAfterMs,
    failed: [...failed],
  };
}

async function presentStuck(
  stuck: StuckRecords,
  language: LanguageCode,
): Promise<OutputOfStaff<typeof dashboardCalls.officeHealth>['stuck']> {
  const { total, list } = await stuck.list(STUCK_SHOWN);
  return {
    total,
    list: list.map(({ kind, id, reason, since, tries }) => ({
      kind,
      id,
      reason,
      text: failureMessage(reason, language),
      since: since.toISOString(),
      tries,
    })),
  };
}
