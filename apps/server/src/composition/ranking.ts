import type { AccountId } from '@fairlot/engine';
import { Listings } from '../features/ranking/listings.ts';
import { RankingBoard } from '../features/ranking/ranking-board.ts';
import { Records } from '../features/ranking/records.ts';
import { registerRanking } from '../features/ranking/routes.ts';
import { type SampleKey, Samples } from '../features/ranking/samples.ts';
import { RankingActions } from '../features/ranking/staff/actions.ts';
import { RankingStaffQueries } from '../features/ranking/staff/queries.ts';
import { registerRankingStaff } from '../features/ranking/staff/routes.ts';
import type { FeatureDeps } from './deps.ts';

/** The sample strategies, for the process that runs them. They use only public calls. */
export interface SampleStrategies {
  /** The keys with which the strategies sign in. */
  keys(): Promise<readonly SampleKey[]>;
  isOn(): boolean;
  /** Calls the listener when the strategies are switched on or off. Returns a function that removes it. */
  onSwitch(listener: (on: boolean) => void): () => void;
}

/** The ranking. Start its board after trading takes commands. */
export interface Ranking {
  readonly board: RankingBoard;
  readonly samples: SampleStrategies;
}

/** Builds the ranking. `demoAccountOf` finds the demo account created with an idempotency key. */
export function openRanking(
  { calls, staffCalls, database, trading, market, settings, log }: FeatureDeps,
  demoAccountOf: (key: string) => Promise<AccountId | undefined>,
): Ranking {
  const db = database.kysely;
  const listings = new Listings(db);
  const samples = new Samples(db, demoAccountOf);
  const isOn = (): boolean => settings.get('sample_strategies');
  const board = new RankingBoard({
    records: new Records(database.reports.kysely),
    trading,
    market,
    listings,
    now: () => market.now(),
    samples: isOn,
    claimSamples: () => samples.claim(),
    log,
  });
  registerRanking(calls, { board, listings, market, siteTitle: () => settings.get('site_title') });
  registerRankingStaff(staffCalls, {
    queries: new RankingStaffQueries(db),
    actions: new RankingActions(db, listings),
    board,
  });
  return {
    board,
    samples: {
      keys: () => samples.keys(),
      isOn,
      onSwitch: (listener) => settings.onChange(({ sample_strategies: on }) => listener(on)),
    },
  };
}
