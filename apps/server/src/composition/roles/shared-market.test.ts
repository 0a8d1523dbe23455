import { expect, it } from 'vitest';
import type { ListedProcess, MarketTerms, ProcessState } from '../../cluster/process-directory.ts';
import { requireSharedMarket } from './shared-market.ts';

const REAL: MarketTerms = { feed: 'live', isReal: true, sessions: 'real' };
const SIMULATED: MarketTerms = { feed: 'simulated', isReal: false, sessions: 'always' };

const listed = (name: string, state: Partial<ProcessState>, isAlive = true): ListedProcess => ({
  id: 1n,
  name,
  roles: ['market'],
  url: null,
  version: '1.2.3',
  prefers: [],
  startedAt: new Date(),
  seenAt: new Date(),
  state: { shards: [], leads: [], busConnected: true, cpuShare: 0, heapMiB: 1, eventLoopP99Ms: 0, ...state },
  isAlive,
});

it('refuses a follower that takes the prices of the market for others', () => {
  const markets = [listed('market-a', { market: REAL })];
  expect(() => requireSharedMarket(markets, SIMULATED)).toThrow(
    'the market of market-a has live prices and the sessions of the calendars, and this process simulated prices and markets that are always open',
  );
  expect(() => requireSharedMarket(markets, { ...REAL, isReal: false })).toThrow('live prices with others simulated');
  expect(() => requireSharedMarket(markets, { ...REAL, sessions: 'always' })).toThrow('always open');
  expect(() => requireSharedMarket(markets, REAL)).not.toThrow();
});

it('goes by the market that has the lease, and by none that is dead or does not tell', () => {
  const before = listed('market-a', { market: SIMULATED });
  const leading = listed('market-b', { market: REAL, leads: ['market'] });
  expect(() => requireSharedMarket([before, leading], REAL)).not.toThrow();
  expect(() => requireSharedMarket([listed('market-a', { market: SIMULATED }, false)], REAL)).not.toThrow();
  expect(() => requireSharedMarket([listed('gateway-a', {})], REAL)).not.toThrow();
});
