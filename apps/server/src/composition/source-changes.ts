import type { SourceChanged } from '../market/port.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { AuditLog } from '../staff/audit/audit-log.ts';

/** Changes are told together, because a source that dies changes many instruments at once. */
const GATHER_MS = 2_000;
/** Entries of the audit log a day. A source that comes and goes must not fill it; the log has the rest. */
const ENTRIES_PER_DAY = 200;
const DAY_MS = 86_400_000;

export interface SourceChangesDeps {
  readonly audit: AuditLog;
  readonly clock: () => number;
  readonly log: Log;
}

/** Instruments that have changed in the same way. */
interface Gathered {
  readonly change: SourceChanged;
  readonly codes: Set<string>;
}

/** Tells the log and the audit log which instruments got another live source, and why. */
export class SourceChanges {
  readonly #deps: SourceChangesDeps;
  readonly #job: Job;
  /** Changes that were not told yet, and those that the audit log does not have, by `from to reason`. */
  #waiting = new Map<string, Gathered>();
  readonly #unwritten = new Map<string, Gathered>();
  #day = 0;
  #entries = 0;

  constructor(deps: SourceChangesDeps) {
    this.#deps = deps;
    this.#job = every(
      GATHER_MS,
      () => this.#tell(),
      (error) => deps.log.error({ err: error }, 'a change of a source of prices could not be written to the audit log'),
    );
  }

  start(): void {
    this.#job.start();
  }

  async stop(): Promise<void> {
    await this.#job.stop();
    await this.#tell();
  }

  readonly note = (change: SourceChanged): void => {
    gather(this.#waiting, change, [change.code]);
  };

  async #tell(): Promise<void> {
    const told = this.#waiting;
    this.#waiting = new Map();
    for (const { change, codes } of told.values()) {
      this.#log(change, codes);
      if (change.reason !== 'first') gather(this.#unwritten, change, codes);
    }
    for (const [name, gathered] of this.#unwritten) {
      if (this.#mayWrite()) await this.#write(gathered);
      // It waits for the next turn while the database refuses it.
      this.#unwritten.delete(name);
    }
  }

  #log({ reason, ...change }: SourceChanged, codes: ReadonlySet<string>): void {
    const [from, to] = [change.from ?? 'none', change.to ?? 'none'];
    const isUsual = reason === 'first' || reason === 'recovered';
    const text = `the source of prices of ${[...codes].join(', ')} has changed from ${from} to ${to} (${reason})`;
    if (isUsual) this.#deps.log.info(text);
    else this.#deps.log.warn(text);
  }

  async #write({ change: { reason, ...change }, codes }: Gathered): Promise<void> {
    const [from, to] = [change.from ?? 'none', change.to ?? 'none'];
    await this.#deps.audit.append({
      phase: 'event',
      of: null,
      staffId: null,
      staffName: 'market',
      address: '',
      action: 'market/take_over_source',
      subject: `source ${to}`,
      userId: null,
      input: JSON.stringify({ from, to, reason, instruments: [...codes] }),
      outcome: 'ok',
    });
    this.#entries += 1;
  }

  #mayWrite(): boolean {
    const day = Math.floor(this.#deps.clock() / DAY_MS);
    if (day !== this.#day) [this.#day, this.#entries] = [day, 0];
    return this.#entries < ENTRIES_PER_DAY;
  }
}

/** Adds instruments to those that have changed in the same way. */
function gather(into: Map<string, Gathered>, change: SourceChanged, codes: Iterable<string>): void {
  const name = `${change.from ?? 'none'} ${change.to ?? 'none'} ${change.reason}`;
  const gathered = into.get(name) ?? { change, codes: new Set() };
  into.set(name, gathered);
  for (const code of codes) gathered.codes.add(code);
}
