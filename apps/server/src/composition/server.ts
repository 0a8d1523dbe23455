import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { TellOwner } from '../features/funding/ports.ts';
import { deedNotice, emailNotice, resetNotice } from '../features/push/notices.ts';
import type { Push } from '../features/push/service.ts';
import { Calls } from '../http/calls.ts';
import { createHttpServer } from '../http/http-server.ts';
import { addressTest } from '../http/addresses.ts';
import { guardOffice } from '../http/office-access.ts';
import { registerPages } from '../http/pages.ts';
import { Pipeline } from '../http/pipeline.ts';
import { explain, requireFreePort } from '../http/port-check.ts';
import { Repeats } from '../http/repeats.ts';
import { type Clock, type MachineClocks, clocksOf, wallClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { Reconciliation } from '../platform/reconciliation.ts';
import { Gateway, type GatewayDeps } from '../realtime/gateway.ts';
import { AnswerStore } from '../security/answer-store.ts';
import { type AlertsPart, openAlerts, openPush } from './alerts.ts';
import { type Auth, openAuth } from './auth.ts';
import type { BulkParts } from './bulk-messages.ts';
import { openCheckpoints } from './checkpoints.ts';
import { openClientRecords } from './client-records.ts';
import { type ContentPart, openContent } from './content.ts';
import { openFollowing } from './copying.ts';
import { startCore } from './core.ts';
import { openEmailChanges } from './email-changes.ts';
import type { CoreDeps, FeatureDeps } from './deps.ts';
import { openExposure } from './exposure.ts';
import { openFactorResets } from './factor-resets.ts';
import { openHealth } from './health.ts';
import { openIdentity } from './identity.ts';
import { Lifecycle, type Part } from './lifecycle.ts';
import { openMailTexts, readMailTexts } from './mail-texts.ts';
import { openMoney } from './money.ts';
import { type Office, openOffice } from './office.ts';
import { openPersonalData } from './personal-data.ts';
import type { SampleStrategies } from './ranking.ts';
import { isMailHeld } from './play-money.ts';
import { openReports } from './reports.ts';
import { openRewards } from './rewards.ts';
import { type Security, openSecurity } from './security.ts';
import { openStatementMail } from './statement-mail.ts';
import { openTableMetrics } from './table-metrics.ts';
import { openTrading } from './trading.ts';

/** A server that takes calls. */
export interface RunningServer {
  /** The URL for a browser on this machine. */
  readonly url: string;
  /** The URL, with a one-time secret, to set up the first administrator; absent when there is one. */
  readonly setUpUrl: string | undefined;
  /** The sample strategies. The caller runs them in a separate process. */
  readonly samples: SampleStrategies;
  readonly isStopping: () => boolean;
  /** Registers work that is done before the server stops its own parts. */
  readonly onStop: (name: string, stop: () => Promise<void>) => void;
  /**
   * Closes sockets, finishes pending requests, commits pending rows and stops every part. Repeated calls wait for the
   * first.
   */
  stop(): Promise<void>;
}

/** Surroundings of a server. */
export interface StartOptions {
  /** Tests pass one to set the time. */
  readonly clock?: Clock | undefined;
  /** Tests pass them when the clock is to jump like one that was set. */
  readonly clocks?: MachineClocks | undefined;
  /** Tests that move their clock pass one, so that a start need not generate the market of the skipped time. */
  readonly longestPastMs?: number | undefined;
  /** Interrupts the start, which then stops the parts that it has started and throws. */
  readonly aborted?: AbortSignal;
}

/** Starts all parts in the order of their dependencies: database, market, trading, features, HTTP, sockets. */
export async function startServer(
  config: Config,
  log: Log,
  { clock = wallClock, clocks = clocksOf(clock), longestPastMs, aborted }: StartOptions = {},
): Promise<RunningServer> {
  await requireFreePort(config.port, config.host);
  const lifecycle = new Lifecycle(log, aborted);
  try {
    const core = await startCore({ config, log, clock, clocks, longestPastMs, lifecycle });
    // Features use the sessions of calls, so that a slow one leaves trading its own.
    const opened = await openServer({ ...core, database: { ...core.database, ...core.database.calls } });
    return {
      ...opened,
      isStopping: () => lifecycle.isStopping,
      onStop: (name, stop) => lifecycle.onStop(name, stop),
      stop: () => lifecycle.stop(),
    };
  } catch (error) {
    // Failed stops are logged. The caller must see the cause of the failed start.
    await lifecycle.stop().catch(() => undefined);
    throw error;
  }
}

/** Builds the features, listens on the port and accepts sockets. */
async function openServer(core: CoreDeps): Promise<Pick<RunningServer, 'url' | 'setUpUrl' | 'samples'>> {
  const { config, lifecycle } = core;
  const security = await openSecurity(core);
  const { app, pipeline } = await openHttp(core, security.answered);
  const tellReset = (user: number): void => push.tell(user, resetNotice);
  const origin = (): string => originOf(app, config);
  const mailTexts = await readMailTexts(core);
  const auth = openAuth(core, { origin, mailTexts, tellReset });
  const answers = new AnswerStore({ ...core, db: core.database.kysely });
  const repeats = new Repeats(answers);
  const calls = new Calls(pipeline, { ...core, sessions: auth.sessions, repeats });
  const office = openOffice(pipeline, {
    ...core,
    repeats,
    userSessions: auth.sessions,
    outbox: auth.outbox,
    closing: auth.closing,
    notices: auth.notices,
    sockets: () => gateway.figures(),
    exposureAlarms: () => exposure.on.map(({ name }) => name),
    newsSources: () => content.newsSources(),
  });
  auth.register(calls, office.deeds.freeze);
  const features = featuresOf(core, { app, calls, office, auth });
  const identity = await openIdentity(features);
  const { groups } = office.groups;
  openTrading(features, groups);
  const push = await openPush(features);
  const funding = openMoney(features, { checks: identity, owner: auth.ownerCheck, tellOwner: tellOwner(push) });
  const rewards = openRewards(features);
  const record = security.noting(office.deeds.factorReset);
  const factorResets = openFactorResets(features, { auth, tell: tellReset, record });
  const mail = { origin, sendsMail: (): boolean => auth.outbox.sends('mail') || isMailHeld(config) };
  const emailChanges = openEmailChanges(features, {
    auth,
    ...mail,
    tell: (user) => push.tell(user, emailNotice),
    record: security.notingEmail(office.deeds.emailChange),
  });
  const alerts = openAlerts(features, push, groups);
  const content = await openContent(features);
  openMailTexts(features, auth, mailTexts);
  const bulkMessages = openRecords(features, { auth, push, content, office }, { ...mail, mailTexts });
  const retention = openPersonalData(features, auth);
  const reports = openReports(features, { outbox: auth.outbox, origin: () => officeOriginOf(app, config), groups });
  const statementMail = openStatementMail(features, { outbox: auth.outbox, pages: origin });
  const { following, samples } = openFollowing(features, auth.demoAccountOf, push);
  const exposure = await openExposure(features, { outbox: auth.outbox, groups });
  openWatching(features);
  await openPages(app, core);
  const gateway = openGateway(core, { auth, content, alerts, answered: security.answered });
  await lifecycle.start('kept answers', answers);
  await lifecycle.start('outbox', auth.outbox);
  await lifecycle.start('sessions', auth.upkeep);
  await lifecycle.start('retirement of demo accounts', auth.demoRetirement);
  await lifecycle.start('checkpoints', await openCheckpoints(core, auth.outbox));
  await startDecisions(office, core);
  await lifecycle.start('removal of authenticators', factorResets);
  await lifecycle.start('changes of email addresses', emailChanges);
  await lifecycle.start('funding', funding);
  await lifecycle.start('rewards', rewards);
  await lifecycle.start('alerts', alerts);
  await lifecycle.start('retention', retention);
  await lifecycle.start('reports', reports);
  await lifecycle.start('daily statements', statementMail);
  await lifecycle.start('messages to many clients', bulkMessages);
  await lifecycle.start('ranking and copying', following);
  await openDoors(core, app, { gateway, longPoll: content.longPoll });
  return { ...addressesOf(app, config, await office.firstLink()), samples };
}

/** Probes and metrics. */
function openWatching(features: FeatureDeps): void {
  openHealth(features.app, features);
  openTableMetrics(features);
}

/** Listens on the port and accepts sockets. */
async function openDoors(
  { config, lifecycle }: CoreDeps,
  app: Awaited<ReturnType<typeof openHttp>>['app'],
  {
    gateway,
    longPoll,
  }: { readonly gateway: ReturnType<typeof openGateway>; readonly longPoll: ContentPart['longPoll'] },
): Promise<void> {
  lifecycle.onStop('HTTP', () => app.close());
  // Stops before the HTTP server, whose close waits for these requests.
  lifecycle.onStop('long polls', () => longPoll.stop());
  await listen(app, config);
  await lifecycle.start('sockets', { start: () => gateway.start(app.server), stop: () => gateway.stop() });
}

/** The records of staff about clients, and their messages to them. */
function openRecords(
  features: FeatureDeps,
  {
    auth,
    push,
    content,
    office,
  }: {
    readonly auth: Auth;
    readonly push: Push;
    readonly content: ContentPart;
    readonly office: Office;
  },
  mail: Pick<BulkParts, 'origin' | 'sendsMail' | 'mailTexts'>,
): Part {
  return openClientRecords(features, {
    outbox: auth.outbox,
    push,
    writeToChat: content.writeToChat,
    record: office.deeds.bulkMessage,
    ...mail,
  });
}

/** Address of the pages, and the set-up link if there is one. */
function addressesOf(
  app: FastifyInstance,
  config: Config,
  link: string | undefined,
): Pick<RunningServer, 'url' | 'setUpUrl'> {
  return { url: urlOf(app, config), setUpUrl: link === undefined ? undefined : officeOriginOf(app, config) + link };
}

interface GatewayParts extends Pick<GatewayDeps, 'answered'> {
  readonly auth: Pick<Auth, 'sessions'>;
  readonly content: Pick<ContentPart, 'topic'>;
  readonly alerts: Pick<AlertsPart, 'topic' | 'marginCall'>;
}

function openGateway(core: CoreDeps, { auth, content, alerts, answered }: GatewayParts): Gateway {
  const { limits, config } = core;
  const { socketsPerAddress } = config.limits;
  return new Gateway({
    ...core,
    sessions: auth.sessions,
    userTopics: [content.topic, alerts.topic],
    marginCall: alerts.marginCall,
    answered,
    visits: limits.networks,
    socketsPerAddress,
  });
}

/** The parts of the server that features use. */
function featuresOf(
  core: CoreDeps,
  { app, calls, office, auth }: Pick<FeatureDeps, 'app' | 'calls'> & { readonly office: Office; readonly auth: Auth },
): FeatureDeps {
  return {
    ...core,
    app,
    calls,
    staffCalls: office.calls,
    queues: office.queues,
    proposals: office.proposals,
    people: office.people,
    limit: office.limit,
    notices: auth.notices,
    stuck: office.stuck,
  };
}

/** Starts what carries out the decisions of staff: groups first, because proposals change them. */
async function startDecisions(
  { groups, unfinished, proposals }: Office,
  { lifecycle, log }: Pick<CoreDeps, 'lifecycle' | 'log'>,
): Promise<void> {
  await lifecycle.start('groups of accounts', groups.part);
  await lifecycle.start('corrections', new Reconciliation(unfinished, log));
  await lifecycle.start('proposals', proposals);
}

/** The HTTP server, which tells proxies and the office's visitors apart, and the pipeline of its calls. */
async function openHttp(
  core: CoreDeps,
  answered: Security['answered'],
): Promise<{ readonly app: FastifyInstance; readonly pipeline: Pipeline }> {
  const { config, isTrustedProxy, proxies, log, limits, metrics } = core;
  const pageOrigins = config.separateApi === undefined ? [] : [config.separateApi.pageOrigin];
  const app = await createHttpServer({
    origins: [...config.origins, ...pageOrigins],
    isTrustedProxy,
    log,
    answered,
    onRefusedConnection: () => metrics.limitHit('connections'),
  });
  proxies.watch(app);
  const { origin, from, isPlainHttpAllowed } = config.office;
  const written = (): Promise<void> => core.trading.written();
  guardOffice(app, { origin, isFrom: from && addressTest(from), isPlainHttpAllowed, proxies });
  return { app, pipeline: new Pipeline(app, { ...core, limits: limits.networks, written, answered }) };
}

async function openPages(app: FastifyInstance, core: CoreDeps): Promise<void> {
  const { config } = core;
  await registerPages(app, {
    folder: config.pagesDir,
    officeFolder: config.officePagesDir,
    siteTitle: () => core.settings.get('site_title'),
    defaultLanguage: () => core.settings.get('default_language'),
    serviceLink: () => core.settings.get('service_link'),
    separateApi: config.separateApi,
  });
}

/** The origin of the pages as users reach them. */
function originOf(app: FastifyInstance, config: Config): string {
  return config.siteOrigin ?? config.separateApi?.pageOrigin ?? urlOf(app, config);
}

/** The origin of the office as staff reach it. */
function officeOriginOf(app: FastifyInstance, config: Config): string {
  return config.office.origin ?? originOf(app, config);
}

/** Tells owners on their devices what was done with their money. */
function tellOwner(push: Push): TellOwner {
  return (user, what, amount) => push.tell(user, (language) => deedNotice(what, amount, language));
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error: unknown) => {
    throw explain(error, port, host);
  });
}

/** Replaces an address that means "every interface", because a browser can't open it. */
function urlOf(app: FastifyInstance, { port, host }: Config): string {
  const bound = app.server.address();
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}
