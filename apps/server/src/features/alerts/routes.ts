import { ALERTS_MAX, alertCalls } from '@fairlot/contract';
import { done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { MarketData } from '../../market/port.ts';
import { presentAlert } from './presenter.ts';
import type { Alerts } from './service.ts';

/** Registers the calls for a user's own price alerts. */
export function registerAlerts(calls: Calls, alerts: Alerts, market: MarketData): void {
  calls.forUser(alertCalls.alertList, async (_input, { session }) => {
    const { waiting, fired } = await alerts.list(session.account);
    return done({
      waiting: waiting.map((alert) => presentAlert(alert, market)),
      fired: fired.map((alert) => presentAlert(alert, market)),
      limit: ALERTS_MAX,
    });
  });

  calls.forUser(alertCalls.alertSet, async (input, { session, key }) => {
    const set = await alerts.set(session.account, key, input);
    return set.ok ? done(presentAlert(set.data, market)) : set;
  });

  calls.forUser(alertCalls.alertRemove, ({ id }, { session }) => alerts.remove(session.account, id));
}
