import { type Money, type Price, asPrice, isGuaranteeTooNear, premiumFor } from '@fairlot/domain';
import type { TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import { withImage } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns images in which no stop is guaranteed. */
function withoutGuarantees(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    orders: [...whole.orders].map((order) => ({ ...order, premium: undefined })),
  }));
}

/** Ends a guarantee when the levels change and the command does not repeat it. */
function withForgottenGuarantee(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(command.type === 'setStops' ? { guaranteed: false, ...command } : command, fresh);
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Keeps the guarantee of a position whose owner gives it up. */
function withStickyGuarantee(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(
      command.type === 'setStops' && command.guaranteed === false ? { ...command, guaranteed: undefined } : command,
      fresh,
    );
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Engines that break a rule of guaranteed stops. */
export const GUARANTEE_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a guaranteed stop fills at the market': () => broken({ guaranteedPrice: (_side, market) => market }),
  'a guaranteed stop fills at its level when the market is better': () =>
    broken({ guaranteedPrice: (_side, _market, level) => level }),
  'a guaranteed stop fills a micro-step beyond its level': () =>
    broken({
      guaranteedPrice: (side, market, level) => {
        const worse = side === 'buy' ? level - 1n : level + 1n;
        return asPrice(worse > market === (side === 'buy') ? worse : market);
      },
    }),
  'no premium is charged': () => broken({ premiumFor: () => 0n as Money }),
  'the premium is a micro-dollar too high': () =>
    broken({ premiumFor: (...given) => (premiumFor(...given) + 1n) as Money }),
  'a stop is guaranteed within the least distance': () => broken({ isGuaranteeTooNear: () => false }),
  'the least distance is doubled': () =>
    broken({
      isGuaranteeTooNear: (side, closing, level, terms) =>
        isGuaranteeTooNear(side, closing, level, { ...terms, distance: (terms.distance * 2n) as Price }),
    }),
  'a change of levels ends the guarantee': () => broken({}, withForgottenGuarantee),
  'a guarantee cannot be given up': () => broken({}, withStickyGuarantee),
  'recovery loses guarantees': () => broken({}, withoutGuarantees),
};
