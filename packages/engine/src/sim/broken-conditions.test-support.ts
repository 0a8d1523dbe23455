import type { TradingEngine } from '../index.ts';
import { bound, broken } from './broken-engine.test-support.ts';
import { withImage } from './broken-groups.test-support.ts';
import type { EngineMaker } from './index.ts';

/** Leaves the levels of amended orders where they are. */
function withoutMoving(engine: TradingEngine): TradingEngine {
  const submit: TradingEngine['submit'] = (command, fresh) =>
    engine.submit(
      command.type === 'amendOrder' && command.stops === 'moved' ? { ...command, stops: 'kept' } : command,
      fresh,
    );
  return new Proxy(engine, { get: (target, name) => (name === 'submit' ? submit : bound(target, name)) });
}

/** Engines that break a rule of linked, stop-limit or bracket orders. */
export const CONDITION_BREAKAGES: Readonly<Record<string, () => EngineMaker>> = {
  'both orders of a linked pair are filled': () => broken({ endsPartners: false }),
  'a stop-limit order fills beyond its limit': () => broken({ isBeyondLimit: () => false }),
  'a recovery unlinks orders': () =>
    broken({}, (engine) =>
      withImage(engine, (image) => ({
        ...image,
        orders: [...image.orders].map(({ oco: _lost, ...order }) => order),
      })),
    ),
  'levels do not move with their order': () => broken({}, withoutMoving),
};
