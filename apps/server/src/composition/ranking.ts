import { growthRate, growthSoFar, growthTo, usualLeverage } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import type { LeaderRecord } from '../features/copying/pages.ts';
import type { LeaderDirectory } from '../features/copying/service.ts';
import { Listings } from '../features/ranking/listings.ts';
import { worthOf } from '../features/ranking/measure.ts';
import { Performance } from '../features/ranking/performance.ts';
import { RankingBoard } from '../features/ranking/ranking-board.ts';
import { Records } from '../features/ranking/records.ts';
import { registerRanking } from '../features/ranking/routes.ts';
import { type SampleKey, Samples } from '../features/ranking/samples.ts';
import { RankingActions } from '../features/ranking/staff/actions.ts';
import { RankingStaffQueries } from '../features/ranking/staff/queries.ts';
import { registerRankingStaff } from '../features/ranking/staff/routes.ts';
import { readUnchanged } from '../trading/unchanged-account.ts';
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
  /** Traders and strategies that may be copied. */
  readonly directory: LeaderDirectory;
  readonly recordOf: (account: AccountId, days: number) => Promise<LeaderRecord | undefined>;
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
  const records = new Records(database.reports.kysely);
  const board = new RankingBoard({
    records,
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
    directory: {
      byNumber: (number) => listings.byNumber(number, isOn()),
      named: (accounts) => listings.named(accounts),
    },
    recordOf: (account, days) =>
      recordOf(
        { records, performance: new Performance(database.reports.kysely, market), trading, now: () => market.now() },
        account,
        days,
      ),
  };
}

/** Balance operations of an account that is measured; see MOST_OPERATIONS of the ranking. */
const MOST_OPERATIONS = 5000;

interface RecordDeps {
  readonly records: Records;
  readonly performance: Performance;
  readonly trading: FeatureDeps['trading'];
  readonly now: () => number;
}

/** The deeds of an account, for its page. Undefined when it can't be measured. */
async function recordOf(
  { records, performance, trading, now }: RecordDeps,
  account: AccountId,
  days: number,
): Promise<LeaderRecord | undefined> {
  const measured = await readUnchanged(trading, account, async (view) => {
    const operations = await records.operations(account, MOST_OPERATIONS + 1);
    return operations === undefined ? undefined : { operations, worth: worthOf(view) };
  });
  const [first] = measured?.operations ?? [];
  if (measured === undefined || first === undefined || measured.operations.length > MOST_OPERATIONS) return undefined;
  const { operations, worth } = measured;
  const time = now();
  const [past, trades, { volumes }] = await Promise.all([
    performance.curve(account, operations, days, time),
    performance.trades(account),
    records.trades(account, time),
  ]);
  return {
    since: first.time,
    curve: [...past, { day: time, growth: growthRate(growthTo(growthSoFar(undefined, operations), worth)) }],
    instruments: trades.instruments,
    holding: trades.holding,
    leverage: usualLeverage(volumes),
  };
}
