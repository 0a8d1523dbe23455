import { PartitionKeeper } from '../db/partitions/partition-keeper.ts';
import { recordsOf } from '../platform/log.ts';
import type { CoreDeps } from './deps.ts';

/** Builds the job that adds partitions, with its metric. */
export function openPartitions({
  config,
  log,
  database,
  market,
  metrics,
}: Pick<CoreDeps, 'config' | 'log' | 'database' | 'market' | 'metrics'>): PartitionKeeper {
  const keeper = new PartitionKeeper({
    pool: database.pool,
    now: () => market.now(),
    days: config.growth.partitionDays,
    log: recordsOf(log),
  });
  metrics.gauges(
    'partition_days_ahead',
    'Days from now to the end of the last partition of a table; below zero its rows go to the default partition.',
    'table',
    () => keeper.daysAhead(),
  );
  return keeper;
}
