import { asPrice, pricePoint, trailingDue, trailingLevel, trailingStep } from '@fairlot/domain';
import type { TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import { withImage } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Returns images in which no stop follows the price. */
function withoutDistances(engine: TradingEngine): TradingEngine {
  return withImage(engine, (whole) => ({
    ...whole,
    orders: [...whole.orders].map((order) => ({ ...order, trailing: undefined })),
  }));
}

/** Keeps the distance of a stop that is switched off. */
function withDistanceOfNoStop(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) => {
    const trailing = command.type === 'setStops' ? engine.order(command.order)?.trailing : undefined;
    return engine.submit({ ...(trailing !== undefined && { trailing }), ...command }, fresh);
  };
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Engines that break a rule of trailing stops. */
export const TRAILING_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'a trailing stop moves by less than a step': () =>
    broken({
      trailingDue: (terms, side, stop, distance) => {
        const ahead = distance + pricePoint(terms);
        return asPrice(side === 'buy' ? stop + ahead : stop - ahead);
      },
    }),
  'a trailing stop moves a step late': () =>
    broken({
      trailingDue: (terms, side, stop, distance) =>
        trailingDue(terms, side, stop, asPrice(distance + trailingStep(terms, distance))),
    }),
  'a trailing stop is a step too near': () =>
    broken({
      trailingLevel: (terms, side, closing, distance) =>
        trailingLevel(terms, side, closing, asPrice(distance - trailingStep(terms, distance) / 2n)),
    }),
  'a trailing stop moves away from the price': () => broken({ tighterStop: (_side, _stop, other) => other }),
  'a stop that is switched off goes on to follow': () => broken({}, withDistanceOfNoStop),
  'recovery loses trailing distances': () => broken({}, withoutDistances),
};
