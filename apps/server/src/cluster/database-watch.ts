import type { Pool } from 'pg';
import type { Bus } from '../bus/bus.ts';
import type { Subjects } from '../bus/subjects.ts';
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { type Job, every } from '../platform/jobs.ts';
import { pause } from '../platform/pause.ts';

/** Milliseconds for which a start waits for objections: a message there and back, and a short query between them. */
const OBJECTION_MS = 500;
/** Milliseconds between two messages of a process that it is there: it may have started while the bus was broken. */
const PRESENT_MS = 5000;
/** Presences that wait to be looked up at most. Others are looked up when they come again. */
const MOST_WAITING = 100;
/** Starts that are remembered at most. */
const MOST_KNOWN = 1000;

/** Thrown when a process of another database has the same installation on the same NATS. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';

  constructor(installation: string, other: string) {
    super(
      `the process ${other} uses the installation ${installation} on this NATS with another database. ` +
        'Two databases must not hear each other: give one of them another FAIRLOT_INSTALLATION (docs/operations.md, "Copies of the database")',
    );
  }
}

export interface DatabaseWatchOptions {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly pool: Pool;
  /** Writes the row of this process, so that others of the same database find it. */
  readonly directory: { beat(): Promise<void> };
  readonly installation: string;
  /** Name of this process, and the name of this start in its row, as no other start has it. */
  readonly name: string;
  readonly start: string;
  readonly log: { warn(message: string): void };
  /** Ends this process: an older one of another database is there. */
  readonly onForeign: (error: ForeignDatabaseError) => void;
}

/** A process that is there, with epoch milliseconds of its start. */
type Presence = [start: string, name: string, since: number];
/** `start` is in no row of the database of the process that objects. */
type Objection = [start: string, by: string, since: number];
/** A process that ends, before it removes its row. */
type Gone = [start: string];

/**
 * Keeps two databases with the same installation on one NATS apart, such as a restored copy and its original. A process
 * tells that it is there; those that run look for its start in their own directory, and object when it is missing. A copy
 * of any kind lacks it, because the row was written a moment ago. A process that starts gives way to each objection, one
 * that runs to that of an older one.
 */
export class DatabaseWatch {
  readonly #options: DatabaseWatchOptions;
  readonly #since = Date.now();
  readonly #lookups = new ConcurrencyLimit(1, MOST_WAITING);
  /** Starts that the directory has, and foreign ones that the log tells of. */
  readonly #known = new Set<string>();
  readonly #told = new Set<string>();
  /** Starts that have ended. Their rows may have been removed while they were looked for. */
  readonly #gone = new Set<string>();
  readonly #job: Job;
  readonly #stops: (() => void)[] = [];
  #objection: ForeignDatabaseError | undefined;
  #runs = false;

  constructor(options: DatabaseWatchOptions) {
    this.#options = options;
    const { directory } = options;
    this.#job = every(
      PRESENT_MS,
      async () => {
        // A row that was removed meanwhile is there again before others look for it.
        await directory.beat();
        this.#tellPresence();
      },
      () => undefined,
    );
  }

  /** Asks the processes that run. The row of this one must be in the directory. Throws ForeignDatabaseError. */
  async start(): Promise<void> {
    const { bus, subjects } = this.#options;
    this.#stops.push(
      bus.subscribe(subjects('processes', 'objections'), (data) => this.#takeObjection(data), {
        onDropped: () => undefined,
      }),
      bus.subscribe(subjects('processes', 'gone'), (data) => remember(this.#gone, readStart(data)), {
        onDropped: () => undefined,
      }),
      bus.subscribe(subjects('processes', 'present'), (data) => void this.#takePresence(data), {
        onDropped: () => this.#job.wake(),
      }),
    );
    this.#tellPresence();
    await pause(OBJECTION_MS);
    if (this.#objection !== undefined) throw this.#objection;
    this.#runs = true;
    this.#job.start();
  }

  /** The row of this process must be in the directory until the stop has ended. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.#job.stop();
    this.#send('gone', [this.#options.start]);
  }

  #tellPresence(): void {
    const { start, name } = this.#options;
    this.#send('present', [start, name, this.#since]);
  }

  #send(subject: 'present' | 'objections' | 'gone', message: Presence | Objection | Gone): void {
    const { bus, subjects } = this.#options;
    bus.publish(subjects('processes', subject), Buffer.from(JSON.stringify(message)));
  }

  async #takePresence(data: Uint8Array): Promise<void> {
    const [start, name] = JSON.parse(Buffer.from(data).toString()) as Presence;
    if (!this.#runs || start === this.#options.start) return;
    // A database that is away answers nothing; the presence is told again.
    const isForeign = await this.#lookups.run(() => this.#lookUp(start)).catch(() => undefined);
    if (isForeign !== true || this.#gone.has(start)) return;
    if (!this.#told.has(start))
      this.#options.log.warn(
        `the process ${name} of another database uses this installation on the same NATS; it is told to end`,
      );
    remember(this.#told, start);
    this.#send('objections', [start, this.#options.name, this.#since]);
  }

  /** True when the directory does not know the start of a process. */
  async #lookUp(start: string): Promise<boolean> {
    if (this.#known.has(start)) return false;
    const { rowCount } = await this.#options.pool.query(`select 1 from processes where state->>'start' = $1 limit 1`, [
      start,
    ]);
    if (rowCount === 0) return true;
    remember(this.#known, start);
    return false;
  }

  #takeObjection(data: Uint8Array): void {
    const [start, by, since] = JSON.parse(Buffer.from(data).toString()) as Objection;
    if (start !== this.#options.start) return;
    // Of two that run, the younger one ends; of two of the same moment both do.
    if (this.#objection !== undefined || (this.#runs && since > this.#since)) return;
    this.#objection = new ForeignDatabaseError(this.#options.installation, by);
    if (this.#runs) this.#options.onForeign(this.#objection);
  }
}

function readStart(data: Uint8Array): string {
  const [start] = JSON.parse(Buffer.from(data).toString()) as Gone;
  return start;
}

function remember(starts: Set<string>, start: string): void {
  if (starts.size >= MOST_KNOWN) starts.clear();
  starts.add(start);
}
