import { ALERTS_MAX, alertCalls } from '@fairlot/contract';
import type { MarketData } from '../../market/port.ts';
import { done } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import { presentAlert } from './presenter.ts';
import type { Alerts } from './service.ts';

/** The calls on price alerts. Everything is the caller's own. */
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
