import { DAY_MS, MINUTE_MS } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import type { Outbox } from '../../messages/outbox.ts';
import { type Job, everyByClock } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import type { EntryRange, OpenDay, Reader, StatementMailQueries } from './queries.ts';
import { stopToken } from './stop-token.ts';

export interface StatementMailJobDeps {
  readonly queries: StatementMailQueries;
  readonly outbox: Outbox;
  readonly secrets: Secrets;
  /** Market time, by whose days statements are kept. */
  readonly now: () => number;
  /** Origin of the pages, and of the calls. */
  readonly origins: () => { readonly pages: string; readonly calls: string };
  readonly log: Log;
}

const EVERY_MS = 5_000;
/** After the end of a day, so that its last entries are committed. */
const GRACE_MS = 5 * MINUTE_MS;
/** Users per transaction, and mails that may wait to be sent: codes in the same outbox wait behind them for seconds. */
const AT_ONCE = 100;
const MOST_WAITING = 100;
/** Days after a pause of the server whose mails are still sent. */
const MOST_DAYS = 7;
const LIFETIME_MS = 3 * DAY_MS;
const TEMPLATE = 'statement_daily';

/**
 * Mails users a link to the statement of the day before. A batch of users, their mails and the mark up to which the day
 * is planned are one transaction, so that a restart neither loses nor repeats a mail. Without a mail sender nothing is
 * planned.
 */
export class StatementMailJob {
  readonly #deps: StatementMailJobDeps;
  readonly #job: Job;
  /** The last day that is planned to its end. */
  #planned = -1;
  #entries: { readonly day: number; readonly range: EntryRange } | undefined;
  #stopping = false;

  constructor(deps: StatementMailJobDeps) {
    this.#deps = deps;
    this.#job = everyByClock(
      deps.now,
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'daily statements could not be mailed, trying again'),
    );
  }

  start(): void {
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#job.stop();
  }

  /** Plans mails until the outbox has enough of them. */
  async run(): Promise<void> {
    const { queries, outbox, now } = this.#deps;
    const last = Math.floor((now() - GRACE_MS) / DAY_MS) - 1;
    if (last <= this.#planned || !outbox.sends('mail')) return;
    while (!this.#stopping && !outbox.isFull) {
      if ((await queries.waiting(TEMPLATE, MOST_WAITING)) >= MOST_WAITING) return;
      const open = await queries.openDay(last, MOST_DAYS);
      if (open === undefined) {
        this.#planned = last;
        return;
      }
      await this.#planSome(open);
    }
  }

  async #planSome(open: OpenDay): Promise<void> {
    const { queries, outbox } = this.#deps;
    const range = this.#entries?.day === open.day ? this.#entries.range : await queries.entriesOf(open.day);
    this.#entries = { day: open.day, range };
    await queries.transaction(async (db) => {
      const readers = await queries.readers(db, open, range, AT_ONCE);
      if (!(await queries.moveOn(db, open, readers.at(-1)?.id))) return;
      for (const reader of readers) if (reader.wantsMail) await this.#put(db, reader, open.day);
    });
    outbox.wake();
  }

  /** The mail has a link and no figures, as mails about reports have: a mailbox is not a place for balances. */
  #put(db: Parameters<Outbox['put']>[0], { id, email, language }: Reader, day: number): Promise<void> {
    const { outbox, secrets, origins } = this.#deps;
    const { pages, calls } = origins();
    const token = stopToken(secrets, id);
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    return outbox.put(db, {
      channel: 'mail',
      to: email ?? '',
      template: TEMPLATE,
      language,
      params: {
        day: isolate(date),
        link: `${pages}/#/mine/statement?period=range&from=${date}&to=${date}`,
        stop: `${pages}/#/stop-statements?token=${token}&lang=${language}`,
      },
      expiresAt: new Date((day + 1) * DAY_MS + LIFETIME_MS),
      stopUrl: `${calls}/v1/api/main/statement/stop_mail/${token}`,
    });
  }
}
