import { HOUR_MS } from '@fairlot/domain';
import { houseAddress } from '../../cluster/process-directory.ts';
import { SessionStore } from '../../features/auth/session-store.ts';
import { SessionQueries } from '../../features/auth/session-queries.ts';
import { ClientGroups } from '../../features/groups/groups.ts';
import { GroupQueries } from '../../features/groups/queries.ts';
import { marginCallOf } from '../../features/margin/help.ts';
import { Calls } from '../../http/calls.ts';
import { forwardCalls } from '../../http/forward.ts';
import { Repeats } from '../../http/repeats.ts';
import { ConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { every } from '../../platform/jobs.ts';
import { Gateway } from '../../realtime/gateway.ts';
import { AnswerStore } from '../../security/answer-store.ts';
import { levelsIn } from '../alerts.ts';
import type { CoreDeps } from '../deps.ts';
import { followEndedSessions } from '../ended-sessions.ts';
import { rereading } from '../rereading.ts';
import { openHealth } from '../health.ts';
import { openSecurity } from '../security.ts';
import { listen, openHttp, openPages, urlOf } from '../http.ts';
import { toldTopics } from '../topics.ts';
import { openTradingCalls } from '../trading.ts';
import type { Installation } from './installation.ts';

/** Milliseconds between two looks for the process that answers the other calls. */
const LOOK_MS = 500;

/**
 * Serves pages, sockets and the calls of trading, and forwards every other call to the house. Returns the address for a
 * browser on this machine. Nothing is kept here that another gateway could need.
 */
export async function openGatewayServer(core: CoreDeps, installation: Installation): Promise<string> {
  const { config, lifecycle, clock, log, settings, signals } = core;
  const db = core.database.kysely;
  const security = await openSecurity(core);
  const { app, pipeline } = await openHttp(core, security.answered);
  const sessions = new SessionStore({
    queries: new SessionQueries(db),
    clock,
    idleMs: () => settings.get('session_idle_hours') * HOUR_MS,
    log,
    ended: (ended) => signals.tell('sessions', JSON.stringify(ended)),
  });
  followEndedSessions(sessions, core);
  const repeats = new Repeats(new AnswerStore({ ...core, db }));
  const calls = new Calls(pipeline, { ...core, sessions, repeats });
  openTradingCalls(calls, core);
  const groups = await openGroups(core);
  const gateway = new Gateway({
    ...core,
    sessions,
    userTopics: toldTopics(['SUPPORT', 'PRICE_ALERT'], signals),
    marginCall: (view) => marginCallOf(view, levelsIn(view.group, { settings, groups }), core.market),
    answered: security.answered,
    visits: core.limits.networks,
    socketsPerAddress: config.limits.socketsPerAddress,
  });
  installation.presence.sockets = () => gateway.figures().sockets;
  openHealth(app, core);
  await openPages(app, core);
  await forwardCalls(app, await followHouse(core));
  lifecycle.onStop('HTTP', () => app.close());
  await listen(app, config);
  await lifecycle.start('sockets', { start: () => gateway.start(app.server), stop: () => gateway.stop() });
  return urlOf(app, config);
}

/** The groups of accounts as the house has them. */
async function openGroups(core: CoreDeps): Promise<ClientGroups> {
  const { database, market, trading, log, signals } = core;
  const groups = new ClientGroups({
    queries: new GroupQueries(database.kysely),
    pool: database.pool,
    market,
    trading,
    queue: new ConcurrencyLimit(1, 1),
    log,
  });
  const read = rereading('groups', () => groups.read(), core);
  signals.on('groups', read);
  signals.onMissed(read);
  await groups.read();
  return groups;
}

/** The address of the house, which changes when its standby takes over. */
async function followHouse({ database, lifecycle, log }: CoreDeps): Promise<() => string | undefined> {
  let address: string | undefined;
  const look = async (): Promise<void> => {
    address = await houseAddress(database.trading.pool);
  };
  const job = every(LOOK_MS, look, (error) => log.warn({ err: error }, 'the house could not be looked for'));
  await look();
  await lifecycle.start('the house', { start: () => job.start(), stop: () => job.stop() });
  return () => address;
}
