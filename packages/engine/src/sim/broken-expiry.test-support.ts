import type { TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import { withImage } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

const never: TradingEngine['expire'] = () => [];

/** Lets orders live on after their expiry. */
function withoutEnds(engine: TradingEngine): TradingEngine {
  return new Proxy(engine, { get: (target, name) => (name === 'expire' ? never : bound(target, name)) });
}

/** Engines that break a rule of the expiry. */
export const EXPIRY_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'an order outlives its expiry': () => broken({}, withoutEnds),
  'a quote dated after the expiry fills an order': () => broken({ isExpired: () => false }),
  'a recovery loses the expiry of orders': () =>
    broken({}, (engine) =>
      withImage(engine, (image) => ({
        ...image,
        orders: [...image.orders].map(({ expiresAt: _lost, ...order }) => order),
      })),
    ),
};
