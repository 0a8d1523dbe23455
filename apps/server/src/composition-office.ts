import type { SiteSettingValues } from '@fairlot/contract';
import type { TradingRules } from '@fairlot/engine';
import type { FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import { registerAdjustments } from './features/office/adjustments/routes.ts';
import { registerAudit } from './features/office/audit/routes.ts';
import { registerDashboards } from './features/office/dashboards/routes.ts';
import { registerOfficeInstruments } from './features/office/instruments/routes.ts';
import { registerOfficeOutbox } from './features/office/outbox/routes.ts';
import { registerSiteSettings } from './features/office/settings/routes.ts';
import { registerStaff } from './features/office/staff/routes.ts';
import { StaffSessionStore } from './features/office/staff/session-store.ts';
import { registerOfficeUsers } from './features/office/users/routes.ts';
import type { SessionEnder } from './features/office/users/routes.ts';
import type { MarketDesk } from './market/port.ts';
import { AuditLog } from './platform/audit/audit-log.ts';
import type { CallLimits } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import { StaffCalls } from './platform/staff-calls.ts';
import { WorkQueues } from './platform/work-queues.ts';
import type { TradingHost } from './trading/port.ts';

/** What the back office stands on. */
export interface OfficeGround {
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly market: MarketDesk;
  readonly trading: TradingHost;
  /** Of the users. */
  readonly sessions: SessionEnder;
  readonly settings: SiteSettings;
  readonly metrics: Metrics;
  readonly limits: CallLimits;
  readonly isReady: () => boolean;
  readonly sockets: () => { readonly sockets: number; readonly signedIn: number };
  readonly rulesOf: (values: SiteSettingValues) => TradingRules;
}

/** The back office: where features register their staff side, and how its first administrator gets in. */
export interface Office {
  readonly calls: StaffCalls;
  /** Where features name what waits for people. */
  readonly queues: WorkQueues;
  /** Finishes what a crash left half done. */
  resume(): Promise<void>;
  /** Path with a one-time token, while there is no administrator. */
  firstLink(): Promise<string | undefined>;
}

/** Builds the back office's own part. */
export function openOffice(app: FastifyInstance, ground: OfficeGround): Office {
  const { clock, log, database, secrets, market, trading, settings, metrics, limits, isReady, rulesOf } = ground;
  const { kysely } = database;
  const queues = new WorkQueues();
  const sessions = new StaffSessionStore(kysely, clock);
  const audit = new AuditLog(database.pool, clock, log);
  const calls = new StaffCalls(app, { sessions, audit, limits: limits.calls, metrics, log, isReady, clock });
  const staff = registerStaff(calls, { kysely, sessions, secrets, clock, title: () => settings.get('site_title') });
  registerAudit(calls, kysely, database.pool);
  registerSiteSettings(calls, { kysely, settings, trading, rulesOf });
  registerOfficeUsers(calls, { kysely, trading, sessions: ground.sessions, clock });
  const adjustments = registerAdjustments(calls, { kysely, trading, settings, queues });
  registerOfficeInstruments(calls, { kysely, market, trading });
  registerOfficeOutbox(calls, kysely);
  registerDashboards(calls, { kysely, market, trading, queues, clock, sockets: ground.sockets });
  return {
    calls,
    queues,
    resume: () => adjustments.resume(),
    firstLink: async () => {
      const link = await staff.firstLink();
      return link === undefined ? undefined : `/office/#/setup?token=${link.token}`;
    },
  };
}
