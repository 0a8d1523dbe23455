import type { Applied } from '@fairlot/engine';
import type { Metrics } from '../platform/metrics.ts';
import type { TradingShard } from './port.ts';

/** Told of the work of a shard's host. */
export interface HostWatch {
  /** A batch is committed: its number of rows, and the seconds since the first of them was decided. */
  committed(rows: number, seconds: number): void;
  /** A command was refused, because too many are uncommitted. */
  overloaded(): void;
}

/** Bucket bounds in seconds: a good disk commits within a few milliseconds, and a commit is given up after a minute. */
const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** Name of the limit of commands under way. */
const UNCOMMITTED = 'uncommitted_commands';
const BATCH_ROWS = [1, 4, 16, 64, 256, 1024, 4096];

/** Metrics of the trading hosts: commits, rows by command, stop-outs, recoveries. */
export class TradingMetrics {
  readonly #metrics: Metrics;
  readonly #hosts = new Map<number, TradingShard>();
  readonly #seconds;
  readonly #batches;
  readonly #rows;
  readonly #stopOuts;
  readonly #recoveries;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    const byShard = ['shard'] as const;
    this.#seconds = metrics.histogram(
      'commit_seconds',
      'Time from the decision of the first row of a batch until the batch is committed.',
      byShard,
      COMMIT_SECONDS,
    );
    this.#batches = metrics.histogram('commit_rows', 'Rows of a committed batch.', byShard, BATCH_ROWS);
    this.#rows = metrics.counter('journal_rows_total', 'Committed rows of the journal, by command.', [
      'shard',
      'command',
    ]);
    this.#stopOuts = metrics.counter('stop_outs_total', 'Positions closed by a stop-out.', byShard);
    this.#recoveries = metrics.counter(
      'recoveries_total',
      'Failed commits, after which the shard read its tables again.',
      byShard,
    );
    metrics.gauges('rows_uncommitted', 'Rows that are decided and not committed yet.', 'shard', () =>
      Object.fromEntries([...this.#hosts].map(([shard, host]) => [shard, host.uncommitted])),
    );
    metrics.gauges(
      'write_behind_rows',
      'Committed rows of the journal whose rows in the tables are not written yet.',
      'shard',
      () => Object.fromEntries([...this.#hosts].map(([shard, host]) => [shard, host.unwritten])),
    );
  }

  /** The watch of a shard's host, to be given to its start. */
  watchOf(shard: number): HostWatch {
    const labels = { shard };
    // An increase from nothing is invisible to Prometheus, so the counters begin at 0.
    this.#stopOuts.inc(labels, 0);
    this.#recoveries.inc(labels, 0);
    this.#metrics.showLimit(UNCOMMITTED);
    const seconds = this.#seconds.labels(labels);
    const batches = this.#batches.labels(labels);
    return {
      committed: (rows, took) => {
        seconds.observe(took);
        batches.observe(rows);
      },
      overloaded: () => this.#metrics.limitHit(UNCOMMITTED),
    };
  }

  /** Follows a started host. */
  follow(shard: number, host: TradingShard): void {
    this.#hosts.set(shard, host);
    host.onCommitted((rows) => this.#count(shard, rows));
    host.onRollback(() => {
      // A host tells of the end of a recovery too, when it is ready again.
      if (!host.ready) this.#recoveries.inc({ shard });
    });
  }

  #count(shard: number, rows: readonly Applied[]): void {
    const commands = new Map<string, number>();
    let stopOuts = 0;
    for (const { command, events } of rows) {
      commands.set(command.type, (commands.get(command.type) ?? 0) + 1);
      if (command.type === 'stopOut')
        stopOuts += events.filter((event) => event.type === 'positionClosed' && event.reason === 'stop_out').length;
    }
    for (const [command, count] of commands) this.#rows.inc({ shard, command }, count);
    if (stopOuts > 0) this.#stopOuts.inc({ shard }, stopOuts);
  }
}
