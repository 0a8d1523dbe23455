import type { Database } from './db/database.ts';
import { presentAlert } from './features/alerts/presenter.ts';
import { registerAlerts } from './features/alerts/routes.ts';
import { Alerts } from './features/alerts/service.ts';
import { AlertStore } from './features/alerts/store.ts';
import { AlertWatch } from './features/alerts/watch.ts';
import type { MarketData } from './market/port.ts';
import type { Calls } from './platform/calls.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { UserNews } from './realtime/user-news.ts';

/** What alerts stand on. */
export interface AlertsGround {
  readonly database: Database;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Price alerts, watched on the server, and what brings them to their users. */
export interface AlertsRoom {
  /** What the socket brings users of their alerts. */
  readonly news: UserNews;
  start(): Promise<void>;
  /** Ends after what is being written. */
  stop(): Promise<void>;
}

/** Builds price alerts. */
export function openAlerts(calls: Calls, { database, market, clock, log, metrics }: AlertsGround): AlertsRoom {
  const news = new UserNews('PRICE_ALERT');
  const store = new AlertStore(database.kysely);
  const watch = new AlertWatch({ store, clock, log, onFired: (alert) => news.publish(alert.user, [presentAlert(alert, market)]) });
  const alerts = new Alerts({ store, watch, market, clock });
  registerAlerts(calls, alerts, market);
  metrics.gauge('price_alerts', 'Price alerts that wait.', () => watch.size);
  return { news, start: () => alerts.start(), stop: () => alerts.stop() };
}
