import type { ListedProcess, MarketTerms } from '../../cluster/process-directory.ts';
import { isRealMarket } from '../../config-feed.ts';
import type { Config } from '../../config.ts';

/** Thrown when the market has other prices or sessions than this process would show. */
export class MarketDiffersError extends Error {
  override readonly name = 'MarketDiffersError';

  constructor(market: string, theirs: MarketTerms, ours: MarketTerms) {
    super(
      `the market of ${market} has ${inWords(theirs)}, and this process ${inWords(ours)}. ` +
        'FAIRLOT_FEED and FAIRLOT_SESSIONS must be the same in all processes; restart the markets first after a change',
    );
  }
}

export function marketTermsOf({ feed, sessions }: Pick<Config, 'feed' | 'sessions'>): MarketTerms {
  return { feed: feed.kind, isReal: isRealMarket(feed), sessions };
}

/**
 * Throws when a process that follows the market would take simulated prices for real ones, or the other way round, or
 * would keep other sessions. The market that has the lease counts, without one each that is alive: a standby may have
 * settings that the next change brings.
 */
export function requireSharedMarket(processes: readonly ListedProcess[], ours: MarketTerms): void {
  const markets = processes.filter(({ isAlive, state }) => isAlive && state.market !== undefined);
  const leading = markets.filter(({ state }) => state.leads.includes('market'));
  for (const { name, state } of leading.length > 0 ? leading : markets)
    if (state.market !== undefined) {
      const difference = differenceOf(name, state.market, ours);
      if (difference !== undefined) throw difference;
    }
}

/** The difference between the terms of a market and those of this process; undefined without one. */
export function differenceOf(market: string, theirs: MarketTerms, ours: MarketTerms): MarketDiffersError | undefined {
  return inWords(theirs) === inWords(ours) ? undefined : new MarketDiffersError(market, theirs, ours);
}

function inWords({ feed, isReal, sessions }: MarketTerms): string {
  const rest = feed === 'live' && !isReal ? ' with others simulated' : '';
  return `${feed} prices${rest} and ${sessions === 'always' ? 'markets that are always open' : 'the sessions of the calendars'}`;
}
