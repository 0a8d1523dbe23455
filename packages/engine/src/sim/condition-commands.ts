import type { Price } from '@fairlot/domain';
import type { AmendOrder, PlaceOrder } from '../index.ts';
import type { AuditedOrder } from './auditor/books.ts';
import type { Random, RunProfile } from './random.ts';

const TOO_FAR_MS = 367 * 24 * 3_600_000;

/** The expiry of a pending order, in the runs that have conditions: soon, so that many come. */
function anyExpiry(
  random: Random,
  { conditions }: RunProfile,
  time: number,
): { readonly expiresAt?: number | undefined } {
  if (conditions === 0 || !random.chance(conditions)) return {};
  return { expiresAt: random.chance(0.02) ? time + TOO_FAR_MS : time + random.between(-200, 9000) };
}

/** Prices near the market of the order, and levels near a price. */
interface Prices {
  readonly near: (within: number) => Price;
  readonly level: (at: number, direction: number) => Price;
}

/** An expiry, a limit of a stop-limit order, and a second order, each in some of the orders. */
export function anyCondition(
  random: Random,
  profile: RunProfile,
  time: number,
  prices: Prices,
): Pick<PlaceOrder, 'expiresAt' | 'limitPrice' | 'oco'> {
  if (profile.conditions === 0) return {};
  return {
    ...anyExpiry(random, profile, time),
    ...(random.chance(0.2) && { limitPrice: prices.near(0.003) }),
    ...(random.chance(0.3) && { oco: anySecond(random, prices) }),
  };
}

function anySecond(random: Random, { near, level }: Prices): NonNullable<PlaceOrder['oco']> {
  const side = random.chance(0.5) ? 'buy' : 'sell';
  const target = near(random.chance(0.05) ? 0 : 0.004);
  const away = side === 'buy' ? 1 : -1;
  return {
    side,
    target,
    kind: random.chance(0.3) ? random.pick(['limit', 'stop']) : undefined,
    stopLoss: random.chance(0.3) ? level(Number(target), -away) : undefined,
    takeProfit: random.chance(0.3) ? level(Number(target), away) : undefined,
  };
}

/** Another limit with an amendment, or levels that move along. */
function changedLimit(
  random: Random,
  { conditions }: RunProfile,
  near: () => Price,
): Partial<Pick<AmendOrder, 'limitPrice' | 'stops'>> {
  if (!random.chance(conditions)) return {};
  return random.chance(0.5) ? { limitPrice: near() } : { stops: 'moved' };
}

/** A change of the expiry with an amendment, or of the expiry alone. */
function changedExpiry(
  random: Random,
  profile: RunProfile,
  time: number,
  order: AuditedOrder | undefined,
): Partial<Pick<AmendOrder, 'expiresAt' | 'target' | 'stops'>> {
  const changed = random.chance(0.2) ? { expiresAt: 0 } : anyExpiry(random, profile, time);
  if (changed.expiresAt === undefined || order?.target === undefined || random.chance(0.5)) return changed;
  return { ...changed, target: order.target as AmendOrder['target'], stops: 'kept' };
}

/** Conditions that an amendment changes, in the runs that have them. */
export function amendedConditions(
  random: Random,
  profile: RunProfile,
  time: number,
  order: AuditedOrder | undefined,
  near: () => Price,
): Partial<Pick<AmendOrder, 'expiresAt' | 'limitPrice' | 'target' | 'stops'>> {
  if (profile.conditions === 0) return {};
  return { ...changedLimit(random, profile, near), ...changedExpiry(random, profile, time, order) };
}
