import type { AccountId } from '@fairlot/engine';
import type { Database } from './db/database.ts';
import { Board } from './features/ranking/board.ts';
import { Listings } from './features/ranking/listings.ts';
import { Records } from './features/ranking/records.ts';
import { registerRanking } from './features/ranking/routes.ts';
import { Samples } from './features/ranking/samples.ts';
import type { SampleKey } from './features/ranking/samples.ts';
import { registerRankingStaff } from './features/ranking/staff-routes.ts';
import type { MarketData } from './market/port.ts';
import type { Calls } from './platform/calls.ts';
import type { Log } from './platform/log.ts';
import type { SiteSettings } from './platform/site-settings.ts';
import type { StaffCalls } from './platform/staff-calls.ts';
import type { TradingHost } from './trading/port.ts';

/** What the ranking stands on. */
export interface RankingGround {
  readonly database: Database;
  readonly trading: TradingHost;
  readonly market: MarketData;
  readonly settings: SiteSettings;
  readonly log: Log;
}

interface RankingDoors {
  readonly calls: Calls;
  readonly office: { readonly calls: StaffCalls };
  /** The demo account that was made with an idempotency key. */
  readonly demoAccountOf: (key: string) => Promise<AccountId | undefined>;
}

/** The sample strategies as whoever runs them needs to know them. They trade by the public calls alone. */
export interface SampleStrategies {
  /** The keys with which they sign in. */
  keys(): Promise<readonly SampleKey[]>;
  isOn(): boolean;
  /** Called when they are switched on or off. Returns how to stop listening. */
  onSwitch(listener: (on: boolean) => void): () => void;
}

/** The ranking: its board is started once trading takes commands. */
export interface Ranking {
  readonly board: Board;
  readonly samples: SampleStrategies;
}

export function openRanking(
  { calls, office, demoAccountOf }: RankingDoors,
  { database, trading, market, settings, log }: RankingGround,
): Ranking {
  const db = database.kysely;
  const listings = new Listings(db);
  const samples = new Samples(db, demoAccountOf);
  const isOn = (): boolean => settings.get('sample_strategies');
  const board = new Board({
    records: new Records(db),
    trading,
    market,
    listings,
    now: () => market.now(),
    samples: isOn,
    claimSamples: () => samples.claim(),
    log,
  });
  registerRanking(calls, { board, listings, market, siteTitle: () => settings.get('site_title') });
  registerRankingStaff(office.calls, listings, board);
  return {
    board,
    samples: {
      keys: () => samples.keys(),
      isOn,
      onSwitch: (listener) => settings.onChange(({ sample_strategies: on }) => listener(on)),
    },
  };
}
