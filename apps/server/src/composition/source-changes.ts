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

/** Tells the log and the audit log which instruments got another live source, and why. */
export class SourceChanges {
  readonly #deps: SourceChangesDeps;
  readonly #job: Job;
  /** Codes by `from to reason`. */
  #waiting = new Map<string, SourceChanged[]>();
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
    const name = `${change.from ?? 'none'} ${change.to ?? 'none'} ${change.reason}`;
    const there = this.#waiting.get(name);
    if (there === undefined) this.#waiting.set(name, [change]);
    else there.push(change);
  };

  async #tell(): Promise<void> {
    const groups = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (const group of groups) await this.#tellGroup(group);
  }

  async #tellGroup(group: readonly SourceChanged[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const { from = 'none', to = 'none', reason } = first;
    const instruments = [...new Set(group.map(({ code }) => code))];
    const isUsual = reason === 'first' || reason === 'recovered';
    const text = `the source of prices of ${instruments.join(', ')} has changed from ${from} to ${to} (${reason})`;
    if (isUsual) this.#deps.log.info(text);
    else this.#deps.log.warn(text);
    if (reason === 'first' || !this.#mayWrite()) return;
    await this.#deps.audit.append({
      phase: 'event',
      of: null,
      staffId: null,
      staffName: 'market',
      address: '',
      action: 'market/take_over_source',
      subject: `source ${to}`,
      userId: null,
      input: JSON.stringify({ from, to, reason, instruments }),
      outcome: 'ok',
    });
  }

  #mayWrite(): boolean {
    const day = Math.floor(this.#deps.clock() / DAY_MS);
    if (day !== this.#day) [this.#day, this.#entries] = [day, 0];
    this.#entries += 1;
    return this.#entries <= ENTRIES_PER_DAY;
  }
}
