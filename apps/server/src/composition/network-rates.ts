import type { RateSettings } from '../config.ts';
import type { NetworkKind } from '../http/calls.ts';
import type { NetworkRate } from '../http/network-budgets.ts';
import type { WriteKind } from '../http/write-kinds.ts';

/**
 * Default budgets of one network for all its accounts together. Rows that last (orders, messages, images, accounts) have
 * the amounts a day that bound the growth of the database.
 */
const WRITES: Readonly<Record<WriteKind, NetworkRate>> = {
  order: { perSecond: 40, burst: 400, perDay: 1_000_000 },
  record: { perSecond: 10, burst: 300, perDay: 50_000 },
  message: { perSecond: 0.5, burst: 30, perDay: 1000 },
  upload: { perSecond: 0.2, burst: 60, perDay: 200 },
  money: { perSecond: 1, burst: 60, perDay: 2000 },
  secret: { perSecond: 0.5, burst: 60, perDay: 2000 },
  signIn: { perSecond: 2, burst: 120, perDay: 20_000 },
  register: { perSecond: 0.2, burst: 30, perDay: 200 },
  code: { perSecond: 0.5, burst: 30, perDay: 500 },
};

/** Drawing a captcha takes about 10 ms of a processor. */
const CAPTCHA: NetworkRate = { perSecond: 0.5, burst: 30, perDay: 0 };

/** The budgets of networks, from the operator's settings. */
export function networkRates(limits: RateSettings): Readonly<Record<NetworkKind, NetworkRate>> {
  const { callsPerSecond, demosPerHour, demosPerDay, demoCommandsPerMinute, demoCommandsPerDay } = limits;
  const share = limits.networkBudgetPercent / 100;
  const writes = Object.fromEntries(
    Object.entries(WRITES).map(([kind, { perSecond, burst, perDay }]) => [
      kind,
      { perSecond: perSecond * share, burst: Math.max(1, burst * share), perDay: perDay * share },
    ]),
  ) as Record<WriteKind, NetworkRate>;
  return {
    ...writes,
    visit: { perSecond: callsPerSecond, burst: callsPerSecond * 4, perDay: 0 },
    newDemo: { perSecond: demosPerHour / 3600, burst: demosPerHour, perDay: demosPerDay },
    demoCommand: {
      perSecond: demoCommandsPerMinute / 60,
      burst: demoCommandsPerMinute,
      perDay: demoCommandsPerDay,
    },
    captcha: CAPTCHA,
  };
}
