import type { GroupId } from '@fairlot/domain';
import type { AccountView, Applied } from '@fairlot/engine';
import { presentAlert } from '../features/alerts/presenter.ts';
import { registerAlerts } from '../features/alerts/routes.ts';
import { Alerts } from '../features/alerts/service.ts';
import { type Alert, AlertStore } from '../features/alerts/queries.ts';
import { AlertWatch } from '../features/alerts/watch.ts';
import type { ClientGroups } from '../features/groups/groups.ts';
import { type MarginCall, helpText, marginCallOf } from '../features/margin/help.ts';
import { MarginWarningStore } from '../features/margin/queries.ts';
import { StopOutMails } from '../features/margin/stop-out-mail.ts';
import { StopOutMailStore } from '../features/margin/stop-out-queries.ts';
import { MarginWatch } from '../features/margin/watch.ts';
import { Devices } from '../features/push/devices.ts';
import { publicLookup } from '../http/public-network.ts';
import { openPushKeys } from '../features/push/keys.ts';
import { alertNotice, closedNotice, correctedNotice, marginNotice } from '../features/push/notices.ts';
import { registerPush } from '../features/push/routes.ts';
import { PushSender } from '../features/push/sender.ts';
import { Push } from '../features/push/service.ts';
import type { MarketData } from '../market/port.ts';
import { ClientPrices } from '../trading/client-prices.ts';
import type { UserTopic } from '../realtime/user-topic.ts';
import type { CoreDeps, FeatureDeps } from './deps.ts';
import { tellingTopic } from './topics.ts';
import type { Part } from './lifecycle.ts';

/** Price alerts, watched on the server, and their delivery to users. */
export interface AlertsPart extends Part {
  /** The socket's topic of a user's alerts. */
  readonly topic: UserTopic;
  /** The margin call of an account by the levels of its group, or else the site's, for the socket. */
  readonly marginCall: (view: AccountView) => MarginCall | undefined;
}

/** Builds price alerts. Starts web push, which also delivers closed positions to devices without an open page. */
export function openAlerts(deps: FeatureDeps, push: Push, groups: Pick<ClientGroups, 'levelsOf'>): AlertsPart {
  const { calls, database, market, trading, terms, clock, log, metrics } = deps;
  const prices = new ClientPrices(terms, market);
  const topic = tellingTopic('PRICE_ALERT', deps.signals);
  const store = new AlertStore(database.kysely);
  const onFired = (alert: Alert): void => {
    topic.publish(alert.user, [presentAlert(alert, market)]);
    tellFired(push, market, alert);
  };
  const watch = new AlertWatch({ store, prices, clock, log, onFired });
  const alerts = new Alerts({ store, watch, market, prices, trading, clock });
  registerAlerts(calls, alerts, market);
  metrics.gauge('price_alerts', 'Price alerts that have not fired.', () => watch.size);
  const margin = openMargin(deps, push, groups);
  const stopOuts = new StopOutMails({
    store: new StopOutMailStore(database.kysely, deps.notices),
    trading,
    market,
    now: () => market.now(),
    log,
  });
  let stopListening: (() => void) | undefined;
  return {
    topic,
    marginCall: (view) => marginCallOf(view, levelsIn(view.group, { settings: deps.settings, groups }), market),
    start: async () => {
      await push.start();
      await alerts.start();
      await margin.start();
      stopOuts.start();
      stopListening = trading.onCommitted((rows) => tellFills(push, market, rows));
    },
    // Stops after pending writes and sends.
    stop: async () => {
      stopListening?.();
      await stopOuts.stop();
      await margin.stop();
      await alerts.stop();
      await push.stop();
    },
  };
}

/** Warnings of a low margin level, by mail and push. */
function openMargin(
  { database, notices, trading, market, settings, clock, log }: FeatureDeps,
  push: Push,
  groups: Pick<ClientGroups, 'levelsOf'>,
): MarginWatch {
  return new MarginWatch({
    store: new MarginWarningStore(database.kysely, notices),
    trading,
    market,
    levels: (account) => {
      const group = trading.groupOf(account);
      return levelsIn(typeof group === 'number' ? group : undefined, { settings, groups });
    },
    clock,
    log,
    onWarned: (account, call) =>
      push.tell(account, (language) => marginNotice(String(call.stopOut), helpText(call, language), language)),
  });
}

/** The margin levels of a group, or else the site's. */
export function levelsIn(
  group: GroupId | undefined,
  { settings, groups }: Pick<CoreDeps, 'settings'> & { readonly groups: Pick<ClientGroups, 'levelsOf'> },
): { readonly warning: number; readonly stopOut: number } {
  return groups.levelsOf(group, { warning: settings.get('warning_ratio'), stopOut: settings.get('stop_out_ratio') });
}

/** Builds web push; the alerts start and stop it. */
export async function openPush({ calls, config, database, settings, clock, log, metrics }: FeatureDeps): Promise<Push> {
  const keys = await openPushKeys(database.kysely);
  const devices = new Devices(database.kysely);
  const origins = { services: config.pushServices, privateOrigins: config.pushPrivateOrigins };
  const sender = new PushSender({
    keys,
    endpoints: { allowed: origins.privateOrigins, lookup: publicLookup() },
    contact: () => contactOf(settings.get('company_email')),
    isTold: (user, endpoint) => devices.isTold(user, endpoint, new Date(clock())),
    onGone: (endpoint) => devices.forget(endpoint),
    log,
  });
  const push = new Push({ devices, sender, origins, clock, log });
  registerPush(calls, push, devices, keys);
  metrics.gauges('push_messages', 'Push messages since the start, by outcome.', 'outcome', () => sender.figures);
  return push;
}

/**
 * Push services want a contact address. Until the operator sets one, an address in the reserved domain .invalid stands
 * in.
 */
function contactOf(email: string): string {
  return `mailto:${email === '' ? 'nobody@example.invalid' : email}`;
}

function tellFired(
  push: Push,
  market: MarketData,
  { id, user, instrument, side, direction, price, fired }: Alert,
): void {
  const named = market.instrument(instrument);
  if (named === undefined || fired === undefined) return;
  push.tell(user, (language) =>
    alertNotice({ id, side, direction, price, quoted: fired.quote[side] }, named, language),
  );
}

function tellFills(push: Push, market: MarketData, rows: readonly Applied[]): void {
  for (const { events } of rows) {
    for (const event of events) {
      if (event.type === 'positionClosed') {
        const named = market.instrument(event.quote.instrument);
        if (named !== undefined) push.tell(event.account, (language) => closedNotice(event, named, language));
      } else if (event.type === 'fillCorrected') {
        const named = market.instrument(event.instrument);
        if (named !== undefined) push.tell(event.account, (language) => correctedNotice(event, named, language));
      }
    }
  }
}
