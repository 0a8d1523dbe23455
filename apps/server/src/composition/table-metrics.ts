import { readOutboxAges } from '../features/office/dashboards/health-queries.ts';
import { SampledFigures } from '../platform/sampled-figures.ts';
import type { QueueAge } from '../staff/work-queues.ts';
import type { FeatureDeps } from './deps.ts';

type Named<T> = T & { readonly name: string };

interface Sample {
  readonly queues: readonly Named<QueueAge>[];
  readonly outbox: readonly Named<QueueAge>[];
}

/** Registers the metrics that are read from tables: work queues and the outbox. */
export function openTableMetrics({ database, metrics, queues, clock, log }: FeatureDeps): void {
  const figures = new SampledFigures<Sample>(
    async () => {
      const [work, outbox] = await Promise.all([queues.read(), readOutboxAges(database.kysely)]);
      return { queues: work, outbox };
    },
    (error) => log.warn({ err: error }, 'the figures of the metrics could not be read from the database'),
  );
  const gauges = (
    name: string,
    help: string,
    label: string,
    of: (sample: Sample) => Iterable<readonly [string, number]>,
  ): void =>
    metrics.gauges(name, help, label, async () => {
      const sample = await figures.current();
      return sample === undefined ? {} : Object.fromEntries(of(sample));
    });
  const ageOf = ({ oldestAt }: QueueAge): number =>
    oldestAt === undefined ? 0 : Math.max(0, (clock() - oldestAt.getTime()) / 1000);

  gauges('queue_waiting', 'Items of a work queue of the office.', 'queue', ({ queues: all }) =>
    all.map(({ name, waiting }) => [name, waiting] as const),
  );
  gauges(
    'queue_oldest_seconds',
    'Age of the oldest item of a work queue of the office; 0 when it is empty.',
    'queue',
    ({ queues: all }) => all.map((queue) => [queue.name, ageOf(queue)] as const),
  );
  gauges(
    'outbox_messages',
    'Mail and SMS that wait, are held because no sender is configured, or failed within a day.',
    'state',
    ({ outbox }) => outbox.map(({ name, waiting }) => [name, waiting] as const),
  );
  gauges(
    'outbox_oldest_seconds',
    'Age of the oldest message of a state of the outbox; 0 when there is none.',
    'state',
    ({ outbox }) => outbox.map((state) => [state.name, ageOf(state)] as const),
  );
}
