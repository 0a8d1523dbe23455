import { isRealMarket } from '../config-feed.ts';
import type { Config } from '../config.ts';
import type { CallContext } from '../http/calls.ts';
import type { CoreDeps } from './deps.ts';

/** Tells whether the sender of a request may register and deposit. */
export type TakesMoney = (from: Pick<CallContext, 'isLocal'>) => boolean;

/**
 * People may register and deposit on a real market, or where the operator has said in words that money here is play
 * money (`FAIRLOT_SIMULATED_MONEY`). A trial, whose operator has said nothing, takes those of its own network alone.
 */
export function takesMoney({ config }: Pick<CoreDeps, 'config'>): TakesMoney {
  if (isRealMarket(config.feed) || config.simulatedMoney === 'play-money') return () => true;
  return config.simulatedMoney === 'local' ? ({ isLocal }) => isLocal : () => false;
}

/**
 * Tells whether messages that nobody sends may be read in the outbox by staff: where money is play money. Elsewhere
 * their codes and links would let staff act as the user.
 */
export function isMailHeld({ simulatedMoney, feed }: Pick<Config, 'simulatedMoney' | 'feed'>): boolean {
  return simulatedMoney !== 'refuse' && !isRealMarket(feed);
}
