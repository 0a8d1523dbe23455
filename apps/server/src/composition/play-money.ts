import type { CoreDeps } from './deps.ts';

/**
 * True if people may register and deposit: on a real market, or where the operator has said in words that money here is
 * play money (`FAIRLOT_SIMULATED_MONEY`).
 */
export function takesMoney({ config, market }: Pick<CoreDeps, 'config' | 'market'>): boolean {
  return market.source === 'live' || config.isPlayMoney;
}
