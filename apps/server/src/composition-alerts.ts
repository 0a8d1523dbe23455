import type { Applied } from '@fairlot/engine';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { presentAlert } from './features/alerts/presenter.ts';
import { registerAlerts } from './features/alerts/routes.ts';
import { Alerts } from './features/alerts/service.ts';
import { AlertStore } from './features/alerts/store.ts';
import type { Alert } from './features/alerts/store.ts';
import { AlertWatch } from './features/alerts/watch.ts';
import { Devices } from './features/push/devices.ts';
import { publicLookup } from './features/push/endpoint.ts';
import { openPushKeys } from './features/push/keys.ts';
import { alertNotice, closedNotice } from './features/push/notices.ts';
import { registerPush } from './features/push/routes.ts';
import { PushSender } from './features/push/sender.ts';
import { Push } from './features/push/service.ts';
import type { MarketData } from './market/port.ts';
import type { Calls } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import { UserNews } from './realtime/user-news.ts';
import type { TradingHost } from './trading/port.ts';

/** What alerts and push stand on. */
export interface AlertsGround {
  readonly config: Pick<Config, 'pushServices' | 'pushPrivateOrigins'>;
  readonly database: Database;
  readonly market: MarketData;
  readonly trading: TradingHost;
  readonly settings: SiteSettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Price alerts, watched on the server, and what brings them to their users. */
export interface AlertsRoom {
  /** What the socket brings users of their alerts. */
  readonly news: UserNews;
  start(): Promise<void>;
  /** Ends after what is being written and sent. */
  stop(): Promise<void>;
}

/** Builds price alerts, and push, which brings them and closed positions to devices that do not look. */
export async function openAlerts(calls: Calls, ground: AlertsGround): Promise<AlertsRoom> {
  const { database, market, trading, clock, log, metrics } = ground;
  const push = await openPush(calls, ground);
  const news = new UserNews('PRICE_ALERT');
  const store = new AlertStore(database.kysely);
  const onFired = (alert: Alert): void => {
    news.publish(alert.user, [presentAlert(alert, market)]);
    tellFired(push, market, alert);
  };
  const watch = new AlertWatch({ store, clock, log, onFired });
  const alerts = new Alerts({ store, watch, market, clock });
  registerAlerts(calls, alerts, market);
  metrics.gauge('price_alerts', 'Price alerts that wait.', () => watch.size);
  let stopListening: (() => void) | undefined;
  return {
    news,
    start: async () => {
      await push.start();
      await alerts.start();
      stopListening = trading.onCommitted((rows) => tellClosed(push, market, rows));
    },
    stop: async () => {
      stopListening?.();
      await alerts.stop();
      await push.stop();
    },
  };
}

async function openPush(
  calls: Calls,
  { config, database, settings, clock, log, metrics }: AlertsGround,
): Promise<Push> {
  const keys = await openPushKeys(database.kysely);
  const devices = new Devices(database.kysely);
  const places = { services: config.pushServices, privateOrigins: config.pushPrivateOrigins };
  const sender = new PushSender({
    keys,
    endpoints: { allowed: places.privateOrigins, lookup: publicLookup() },
    contact: () => contactOf(settings.get('company_email')),
    isTold: (user, endpoint) => devices.isTold(user, endpoint, new Date(clock())),
    onGone: (endpoint) => devices.forget(endpoint),
    log,
  });
  const push = new Push({ devices, sender, places, clock, log });
  registerPush(calls, push, devices, keys);
  metrics.gauges(
    'push_messages',
    'Push messages since the start, by what became of them.',
    'outcome',
    () => sender.figures,
  );
  return push;
}

/** Push services want to know whom to write to; an operator who has not said it yet is nobody that could be written to. */
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

function tellClosed(push: Push, market: MarketData, rows: readonly Applied[]): void {
  for (const { events } of rows) {
    for (const event of events) {
      if (event.type !== 'positionClosed') continue;
      const named = market.instrument(event.quote.instrument);
      if (named !== undefined) push.tell(event.account, (language) => closedNotice(event, named, language));
    }
  }
}
