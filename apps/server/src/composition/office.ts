import type { Kysely } from 'kysely';
import { isRealMarket } from '../config-feed.ts';
import type { Tables } from '../db/tables/index.ts';
import { AdjustmentActions } from '../features/office/adjustments/actions.ts';
import { AdjustmentListQueries } from '../features/office/adjustments/list-queries.ts';
import { AdjustmentQueries } from '../features/office/adjustments/queries.ts';
import { registerAdjustments } from '../features/office/adjustments/routes.ts';
import { AuditQueries } from '../features/office/audit/queries.ts';
import { registerAudit } from '../features/office/audit/routes.ts';
import { registerDashboards } from '../features/office/dashboards/routes.ts';
import { registerMarketClock } from '../features/office/market-clock/routes.ts';
import { registerLimits } from '../features/office/limits/routes.ts';
import { OutboxQueries } from '../features/office/outbox/queries.ts';
import { registerOutbox } from '../features/office/outbox/routes.ts';
import { registerProcesses } from '../features/office/processes/routes.ts';
import { registerProposals } from '../features/office/proposals/routes.ts';
import { StaffActions } from '../features/office/staff/actions.ts';
import { LinkMail, setUpPath } from '../features/office/staff/link-mail.ts';
import { StaffLoginThrottle } from '../features/office/staff/login-throttle.ts';
import { StaffQueries } from '../features/office/staff/queries.ts';
import { RoleChanges } from '../features/office/staff/role-changes.ts';
import { registerStaff } from '../features/office/staff/routes.ts';
import { SetUp } from '../features/office/staff/set-up.ts';
import { announceLoneChange } from '../features/office/staff/announcement.ts';
import type { SessionEnder } from '../features/office/users/actions.ts';
import type { ClosingByStaff } from '../features/office/users/routes.ts';
import type { NewsSourceStatus } from '../features/market-news/news-board.ts';
import { presentNewsSource } from '../features/market-news/presenter.ts';
import type { Pipeline } from '../http/pipeline.ts';
import type { Repeats } from '../http/repeats.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { UserNotices } from '../messages/user-notices.ts';
import type { Clock } from '../platform/clock.ts';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import type { Countries } from '../platform/countries.ts';
import type { Log } from '../platform/log.ts';
import { pause } from '../platform/pause.ts';
import { Passwords } from '../security/passwords.ts';
import type { Secrets } from '../security/secrets/secrets.ts';
import { AuditLog } from '../staff/audit/audit-log.ts';
import { DeedsWithoutStaff } from '../staff/audit/deeds-without-staff.ts';
import { OnePersonLimit } from '../staff/one-person-limit.ts';
import { People } from '../staff/people.ts';
import { type ProposalRow, ProposalStore } from '../staff/proposals/proposal-store.ts';
import { Proposals } from '../staff/proposals/proposals.ts';
import { StaffSessionStore } from '../staff/session-store.ts';
import { StaffCalls } from '../staff/staff-calls.ts';
import { StuckRecords } from '../staff/stuck-records.ts';
import { WorkQueues } from '../staff/work-queues.ts';
import type { TradingHost } from '../trading/port.ts';
import type { CoreDeps } from './deps.ts';
import { type Groups, openGroups } from './groups.ts';
import { openInstruments } from './office-instruments.ts';
import { openSettings } from './office-settings.ts';
import { openDesk } from './desk.ts';
import { openOfficeUsers } from './office-users.ts';
import type { Processes } from './known-processes.ts';
import { openOnlyProcess } from './processes.ts';

/** Changes of settings, groups and instruments that may queue behind the one in progress. */
const MOST_WAITING = 20;

/** The parts that the back office needs in addition to the core. */
export interface OfficeDeps extends CoreDeps {
  /** Honours the idempotency keys of staff calls. */
  readonly repeats: Repeats;
  /** Ends the sessions of users. */
  readonly userSessions: SessionEnder;
  readonly outbox: Outbox;
  readonly closing: ClosingByStaff;
  readonly notices: UserNotices;
  readonly sockets: () => { readonly sockets: number; readonly signedIn: number };
  /** Names of instruments and currencies whose exposure is above its limit. */
  readonly exposureAlarms: () => readonly string[];
  readonly newsSources: () => readonly NewsSourceStatus[];
}

/** The back office: the registry of the features' staff calls, and the access of its first administrator. */
export interface Office {
  readonly calls: StaffCalls;
  /** The registry of the features' work queues. */
  readonly queues: WorkQueues;
  /** Completes decided records, and knows those that cannot be completed. */
  readonly stuck: StuckRecords;
  /** Changes that wait for a second person. Features register their kinds; start it after trading takes commands. */
  readonly proposals: Proposals;
  readonly people: People;
  /** Limits the dollars that one person moves. */
  readonly limit: OnePersonLimit;
  /** Start them after trading takes commands. */
  readonly groups: Groups;
  /** Writes deeds to the audit log that no session of staff does. */
  readonly deeds: DeedsWithoutStaff;
  /** Steps that finish decisions which a crash or a closed market left unfinished. */
  readonly unfinished: readonly (() => Promise<void>)[];
  /** Path with a one-time token while there is no administrator. */
  firstLink(): Promise<string | undefined>;
}

/** Builds the back office and the features that only staff have. */
export function openOffice(pipeline: Pipeline, deps: OfficeDeps): Office {
  const { clock, log, database, secrets, countries, trading, settings } = deps;
  const { kysely } = database;
  const queues = new WorkQueues();
  const sessions = new StaffSessionStore(kysely, clock);
  const audit = new AuditLog(database.pool, clock, log);
  const calls = new StaffCalls(pipeline, {
    sessions,
    audit,
    keys: deps.personKeys,
    clock,
    repeats: deps.repeats,
    places: deps.places,
    secureCookie: deps.config.office.secureCookie,
  });
  const people = new People(kysely, clock);
  const proposals = openProposals(calls, { ...deps, kysely, audit, queues, people });
  const setUp = openStaff(calls, {
    kysely,
    sessions,
    people,
    proposals,
    outbox: deps.outbox,
    secrets,
    countries,
    clock,
    siteTitle: () => settings.get('site_title'),
  });
  registerAudit(calls, new AuditQueries(kysely, deps.personKeys), database.reports.pool);
  const stuck = openStuckRecords(deps, queues);
  const limit = new OnePersonLimit(kysely, people, settings, clock);
  registerLimits(calls, limit);
  const adjustments = openAdjustments(calls, { ...deps, kysely, people, limit, queues, stuck });
  const queue = new ConcurrencyLimit(1, MOST_WAITING);
  const groups = openGroups(calls, deps, proposals, queue);
  const shared = { groups: groups.groups, stored: groups.stored };
  openSettings(calls, deps, proposals, shared);
  openOfficeUsers(calls, deps, { people, groups: groups.groups });
  openInstruments(calls, deps, proposals, { ...shared, categories: groups.categories });
  const desk = openDesk(calls, { ...deps, kysely, limit, proposals });
  registerOutbox(calls, new OutboxQueries(kysely), deps.outbox);
  const processes = deps.processes ?? openOnlyProcess(deps);
  openDashboards(calls, deps, { queues, stuck, processes });
  registerProcesses(calls, { ...processes, kysely, accounts: () => trading.accountsByShard() });
  registerMarketClock(calls, processes.acceptClocks);
  return {
    calls,
    queues,
    stuck,
    proposals,
    people,
    limit,
    groups,
    deeds: new DeedsWithoutStaff(audit),
    unfinished: [() => adjustments.resume(), () => desk.resume(), () => groups.resume()],
    firstLink: async () => {
      const link = await setUp.firstLink();
      return link === undefined ? undefined : setUpPath(link.token);
    },
  };
}

function openDashboards(
  calls: StaffCalls,
  deps: OfficeDeps,
  { queues, stuck, processes }: Pick<Office, 'queues' | 'stuck'> & { readonly processes: Processes },
): void {
  const { database, market, trading, clock, sockets, exposureAlarms, proxies, outbox, config } = deps;
  registerDashboards(calls, {
    kysely: database.kysely,
    reports: database.reports.kysely,
    market,
    trading,
    queues,
    stuck,
    clock,
    sockets,
    exposureAlarms,
    clockOffMs: processes.clockOffMs,
    unnamedProxy: () => proxies.found,
    rolesParted: database.rolesParted,
    newsSources: () => deps.newsSources().map(presentNewsSource),
    facts: {
      sendsMail: outbox.sends('mail'),
      isMoneySaid: isRealMarket(config.feed) || config.simulatedMoney === 'play-money',
      backups: deps.backups,
    },
  });
}

interface ProposalDeps {
  readonly kysely: Kysely<Tables>;
  readonly audit: AuditLog;
  readonly queues: WorkQueues;
  readonly people: People;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}

function openProposals(
  calls: StaffCalls,
  { kysely, audit, queues, people, outbox, clock, log }: ProposalDeps,
): Proposals {
  const store = new ProposalStore(kysely);
  const staff = new StaffQueries(kysely);
  const proposals = new Proposals({
    store,
    clock,
    log,
    people,
    announce: (db, change) => announceLoneChange({ staff, outbox, clock }, db, change),
    record: (row, outcome) => recordDue(audit, row, outcome),
  });
  queues.add('proposals', () => store.queue());
  registerProposals(calls, store, proposals);
  return proposals;
}

/** No member of staff makes a call when a change becomes due, so the entry names the author. */
async function recordDue(audit: AuditLog, row: ProposalRow, outcome: string): Promise<void> {
  await audit.append({
    phase: 'event',
    of: null,
    staffId: Number(row.author_id),
    staffName: row.author,
    address: '',
    action: 'proposals/apply',
    subject: `proposal ${row.id}`,
    userId: null,
    input: row.after,
    outcome,
  });
}

interface StaffDeps {
  readonly countries: Countries;
  readonly kysely: Kysely<Tables>;
  readonly sessions: StaffSessionStore;
  readonly people: People;
  readonly proposals: Proposals;
  readonly outbox: Outbox;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly siteTitle: () => string;
}

function openStaff(calls: StaffCalls, deps: StaffDeps): SetUp {
  const { kysely, sessions, people, proposals, outbox, secrets, countries, clock, siteTitle } = deps;
  const queries = new StaffQueries(kysely);
  const passwords = new Passwords();
  const setUp = new SetUp(queries, passwords, clock);
  const actions = new StaffActions({
    queries,
    sessions,
    setUp,
    mail: new LinkMail(outbox),
    people,
    areTwoNeeded: () => proposals.areNeeded(),
    clock,
  });
  registerStaff(calls, {
    queries,
    actions,
    roleChanges: new RoleChanges({ queries, actions, proposals }),
    passwords,
    throttle: new StaffLoginThrottle(clock),
    setUp,
    sessions,
    secrets,
    countries,
    clock,
    pause,
    siteTitle,
  });
  return setUp;
}

interface AdjustmentDeps {
  readonly kysely: Kysely<Tables>;
  readonly trading: TradingHost;
  readonly people: People;
  readonly limit: OnePersonLimit;
  readonly queues: WorkQueues;
  readonly stuck: StuckRecords;
  readonly notices: UserNotices;
}

function openStuckRecords({ database, log, metrics }: OfficeDeps, queues: WorkQueues): StuckRecords {
  const stuck = new StuckRecords(database.kysely, log);
  queues.add('stuck', () => stuck.age());
  metrics.gauges('records_stuck', 'Decided records that could not be completed, by kind.', 'kind', () =>
    stuck.counts(),
  );
  return stuck;
}

function openAdjustments(
  calls: StaffCalls,
  { kysely, trading, people, limit, queues, stuck, notices }: AdjustmentDeps,
): AdjustmentActions {
  const queries = new AdjustmentQueries(kysely, notices);
  const lists = new AdjustmentListQueries(kysely);
  const actions = new AdjustmentActions({ queries, trading, people, limit, stuck });
  queues.add('adjustments', () => lists.waiting());
  registerAdjustments(calls, { queries, lists, actions });
  return actions;
}
