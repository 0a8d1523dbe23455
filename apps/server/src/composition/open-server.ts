import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { TellOwner } from '../features/funding/ports.ts';
import { deedNotice, emailNotice, resetNotice } from '../features/push/notices.ts';
import type { Push } from '../features/push/service.ts';
import { Calls } from '../http/calls.ts';
import { Repeats } from '../http/repeats.ts';
import { MinuteRetention } from '../market/minute-retention.ts';
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
import { openEmailChanges } from './email-changes.ts';
import type { CoreDeps, FeatureDeps } from './deps.ts';
import { openExposure } from './exposure.ts';
import { openFactorResets } from './factor-resets.ts';
import { openHealth } from './health.ts';
import { openIdentity } from './identity.ts';
import { type Part } from './lifecycle.ts';
import { openMailTexts, readMailTexts } from './mail-texts.ts';
import { openMoney } from './money.ts';
import { type Office, openOffice } from './office.ts';
import { openPersonalData } from './personal-data.ts';
import { isMailHeld } from './play-money.ts';
import { openReports } from './reports.ts';
import { openRewards } from './rewards.ts';
import { openSecurity } from './security.ts';
import { openStatementMail } from './statement-mail.ts';
import { openTableMetrics } from './table-metrics.ts';
import { openTrading } from './trading.ts';
import { listen, officeOriginOf, openHttp, openPages, originOf, urlOf } from './http.ts';
import type { OpenedHouse, RunningServer } from './running-server.ts';

/** Builds the features, listens on the port and accepts sockets. */
export async function openServer(core: CoreDeps): Promise<OpenedHouse> {
  const { config } = core;
  const { app, gateway, longPoll, samples, firstLink } = await openHouse(core);
  openHealth(app, core);
  await openPages(app, core);
  await openDoors(core, app, { gateway, longPoll });
  return { ...addressesOf(app, config, await firstLink()), samples, sockets: () => gateway.figures().sockets };
}

/** The features of the house, before its doors are open. */
interface House extends Pick<OpenedHouse, 'samples'>, Pick<Office, 'firstLink'> {
  readonly app: FastifyInstance;
  readonly gateway: Gateway;
  readonly longPoll: ContentPart['longPoll'];
}

/** Builds the features, and starts what the roles of this process do. */
export async function openHouse(core: CoreDeps): Promise<House> {
  const { config, duties, jobs } = core;
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
  openTableMetrics(features);
  const gateway = openGateway(core, { auth, content, alerts, answered: security.answered });
  await jobs.start('kept answers', answers);
  await duties.start('queue of the outbox', { start: () => auth.outbox.watch(), stop: () => auth.outbox.stop() });
  await jobs.start('outbox', auth.outbox);
  await jobs.start('sessions', auth.upkeep);
  await jobs.start('retirement of demo accounts', auth.demoRetirement);
  await jobs.start('checkpoints', await openCheckpoints(core, auth.outbox));
  await startDecisions(office, core);
  await duties.start('removal of authenticators', factorResets);
  await duties.start('changes of email addresses', emailChanges);
  await duties.start('funding', funding);
  await duties.start('rewards', rewards);
  await duties.start('alerts', alerts);
  await duties.start('retention', retention);
  await jobs.start('retention of bars', barRetention(core));
  await jobs.start('reports', reports);
  await jobs.start('daily statements', statementMail);
  await duties.start('messages to many clients', bulkMessages);
  await duties.start('ranking and copying', following);
  return { app, gateway, longPoll: content.longPoll, samples, firstLink: () => office.firstLink() };
}

function barRetention({ config, database, market, log }: CoreDeps): MinuteRetention {
  const { minuteDays: days } = config.growth;
  return new MinuteRetention({ pool: database.pool, now: () => market.now(), days, log });
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
  { duties, log }: Pick<CoreDeps, 'duties' | 'log'>,
): Promise<void> {
  await duties.start('groups of accounts', groups.part);
  await duties.start('corrections', new Reconciliation(unfinished, log));
  await duties.start('proposals', proposals);
}

/** Tells owners on their devices what was done with their money. */
function tellOwner(push: Push): TellOwner {
  return (user, what, amount) => push.tell(user, (language) => deedNotice(what, amount, language));
}
