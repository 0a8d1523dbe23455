import { readExposure } from '../features/office/dashboards/exposure-queries.ts';
import { readOutboxAges } from '../features/office/dashboards/health-queries.ts';
import { SampledFigures } from '../platform/sampled-figures.ts';
import type { QueueAge } from '../staff/work-queues.ts';
import type { FeatureDeps } from './deps.ts';

type Named<T> = T & { readonly name: string };
type Exposure = Awaited<ReturnType<typeof readExposure>>[number];

interface Sample {
  readonly queues: readonly Named<QueueAge>[];
  readonly outbox: readonly Named<QueueAge>[];
  readonly exposure: readonly Exposure[];
}

/** Registers the metrics that are read from tables: work queues, the outbox, and the exposure of the house. */
export function openTableMetrics({ database, market, metrics, queues, clock, log }: FeatureDeps): void {
  const figures = new SampledFigures<Sample>(
    async () => {
      const [work, outbox, exposure] = await Promise.all([
        queues.read(),
        readOutboxAges(database.kysely),
        readExposure(database.reports.kysely, market, 'real'),
      ]);
      return { queues: work, outbox, exposure };
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
  gauges(
    'exposure_net_usd',
    'Open positions of real clients, long minus short, at current quotes. Above zero the house loses when the price rises.',
    'instrument',
    ({ exposure }) => valued(exposure, ({ net_usd: net }) => net),
  );
  gauges('clients_profit_usd', 'Floating profit of real clients at current quotes.', 'instrument', ({ exposure }) =>
    valued(exposure, ({ clients_profit: profit }) => profit),
  );
  gauges('exposure_positions', 'Open positions of real clients.', 'instrument', ({ exposure }) =>
    exposure.map(({ code, positions }) => [code, positions] as const),
  );
}

/** Figures by instrument, without those that have no quote. */
function* valued(
  rows: readonly Exposure[],
  of: (row: Exposure) => string | null,
): Generator<readonly [string, number]> {
  for (const row of rows) {
    const value = of(row);
    if (value !== null) yield [row.code, Number(value)];
  }
}
