import type { CopyId } from '@fairlot/copying';
import type { AccountId } from '@fairlot/engine';
import { sql } from 'kysely';
import { runningOf } from '../features/copying/copy-row.ts';
import { CopyFees } from '../features/copying/fees.ts';
import { Follower } from '../features/copying/follower/follower.ts';
import { JournalRows } from '../features/copying/follower/journal-rows.ts';
import { FollowerStore } from '../features/copying/follower/store.ts';
import { CopyLeaders } from '../features/copying/leaders.ts';
import { LeaderPages } from '../features/copying/pages.ts';
import { CopyNotices } from '../features/copying/notices.ts';
import { CopyQueries } from '../features/copying/queries.ts';
import { CopyRegistry } from '../features/copying/registry.ts';
import { ResultQueries } from '../features/copying/result-queries.ts';
import { registerCopying } from '../features/copying/routes.ts';
import { CopyService } from '../features/copying/service.ts';
import { CopyStaffQueries } from '../features/copying/staff/queries.ts';
import { registerCopyingStaff } from '../features/copying/staff/routes.ts';
import { CopySupervisor } from '../features/copying/supervisor.ts';
import type { Push } from '../features/push/service.ts';
import type { FeatureDeps } from './deps.ts';
import type { Part } from './lifecycle.ts';
import { type Ranking, type SampleStrategies, openRanking } from './ranking.ts';

/** Builds the ranking, and copying of those who are in it. Start the part after trading takes commands. */
export function openFollowing(
  deps: FeatureDeps,
  demoAccountOf: Parameters<typeof openRanking>[1],
  push: Pick<Push, 'tell'>,
): { readonly following: Part; readonly samples: SampleStrategies } {
  const ranking = openRanking(deps, demoAccountOf);
  const copying = openCopying(deps, ranking, push);
  return {
    following: {
      start: async () => {
        ranking.board.start();
        await copying.start();
      },
      stop: async () => {
        await copying.stop();
        await ranking.board.stop();
      },
    },
    samples: ranking.samples,
  };
}

/** Builds copying. Start the part after trading takes commands. */
function openCopying(deps: FeatureDeps, { directory, recordOf }: Ranking, push: Pick<Push, 'tell'>): Part {
  const { calls, staffCalls, database, trading, market, terms, settings, clock, log } = deps;
  const db = database.kysely;
  const now = (): number => market.now();
  const registry = new CopyRegistry();
  const [queries, leaders] = [new CopyQueries(db), new CopyLeaders(db)];
  const follower: Follower = new Follower({
    db,
    queries,
    store: new FollowerStore(database),
    journal: new JournalRows(db),
    registry,
    trading,
    market,
    terms,
    frozen: (copiers) => frozenOf(db, copiers),
    isOn: () => settings.get('copying'),
    recorded: (copy) => supervisor.changed(copy),
    end: (copy) => supervisor.endCopy(copy),
    ended: (copy) => supervisor.ended(copy),
    clock,
    log,
  });
  const charged = (copy: CopyId): Promise<void> => reload(queries, registry, copy);
  const fees = new CopyFees({ db, trading, now, follower, charged, clock, log });
  const supervisor = new CopySupervisor({
    db,
    queries,
    leaders,
    registry,
    follower,
    trading,
    notices: noticesOf(deps.notices, directory, push),
    onEnded: () => fees.wake(),
    now,
    clock,
    log,
  });
  const common = {
    db,
    queries,
    leaders,
    registry,
    follower,
    supervisor,
    directory,
    trading,
    market,
    terms,
    settings,
    clock,
  };
  const mostFee = (): number => settings.get('copy_fee_ratio');
  const pages = new LeaderPages({ db, registry, leaders, trading, market, recordOf, mostFee });
  registerCopying(calls, { ...common, service: new CopyService(common), pages, results: new ResultQueries(db) });
  registerCopyingStaff(staffCalls, { ...common, staffQueries: new CopyStaffQueries(db) });
  openMetrics(deps, follower, { registry, fees });
  return {
    start: async () => {
      await follower.start();
      supervisor.start();
      fees.start();
    },
    stop: () => stopInOrder(follower, supervisor, fees),
  };
}

async function stopInOrder(...parts: readonly { readonly stop: () => Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.stop();
}

function noticesOf(
  notices: FeatureDeps['notices'],
  directory: Ranking['directory'],
  push: Pick<Push, 'tell'>,
): CopyNotices {
  return new CopyNotices({
    notices,
    named: (accounts) => directory.named(accounts),
    tell: (user, write) => push.tell(user, write),
  });
}

/** Reads the sums of a copy again after its fee. */
async function reload(queries: CopyQueries, registry: CopyRegistry, copy: CopyId): Promise<void> {
  const row = await queries.byId(copy);
  if (row === undefined) return;
  const { realised, fees } = runningOf(row);
  // The rest of the row may have changed since it was read.
  registry.update(copy, { realised, fees });
}

async function frozenOf(
  db: FeatureDeps['database']['kysely'],
  copiers: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  if (copiers.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${copiers.map(BigInt)}::bigint[])`)
    .where('blocked_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

function openMetrics(
  { metrics }: FeatureDeps,
  follower: Follower,
  { registry, fees }: { readonly registry: CopyRegistry; readonly fees: CopyFees },
): void {
  metrics.gauge('copies_running', 'Copies that have not ended.', () => registry.size);
  metrics.gauge('copy_fees_held', 'Fees of leaders that no account has taken; staff decide.', () => fees.held);
  metrics.gauge('copy_deeds_waiting', 'Deeds of leaders that wait to be followed.', () => follower.queued);
  metrics.gauge(
    'copy_deeds_left',
    'Deeds of leaders that wait for the shard of a copier, each counted once for every copy.',
    () => follower.left,
  );
  metrics.gauge(
    'copy_lag_rows',
    'Rows of the journal whose deeds of leaders are not followed yet.',
    () => follower.lag,
  );
  metrics.gauge(
    'copying_live',
    'Whether leaders are followed as they trade (1), or behind them from the journal (0).',
    () => (follower.live ? 1 : 0),
  );
}
