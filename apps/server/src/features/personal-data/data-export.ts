import { Readable } from 'node:stream';
import { DAY_MS } from '@fairlot/domain';
import type { LanguageCode } from '@fairlot/i18n';
import { translate } from '@fairlot/i18n';
import type { Kysely } from 'kysely';
import { lockUser } from '../../db/lock-user.ts';
import type { Tables } from '../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../http/answer.ts';
import { FileContent } from '../../http/file-content.ts';
import type { Outbox } from '../../messages/outbox.ts';
import type { UserNotices } from '../../messages/user-notices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { uidOf } from '../../platform/uid.ts';
import { zip } from '../../platform/zip.ts';
import type { Secrets } from '../../security/secrets/secrets.ts';
import { TokenBuckets } from '../../security/token-buckets.ts';
import { archiveOf } from './archive.ts';

/** Time between two exports of a user. */
const PAUSE_MS = DAY_MS;
/** Incomplete exports of a user, then as many in a day: each one reads all of the user's data and sends a mail. */
const MOST_INCOMPLETE = 3;
/** Exports of all users that run at a time. Each holds a session for reports (composition/core.ts). */
const MOST_AT_ONCE = 1;
/** A client that reads more slowly than that gets no archive. */
const TIMEOUT_MS = 10 * 60_000;

export interface DataExportDeps {
  readonly db: Kysely<Tables>;
  /** Reads much data. */
  readonly reports: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly notices: UserNotices;
  readonly outbox: Pick<Outbox, 'wake'>;
  readonly siteTitle: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Exports of all of one's data, as a streamed archive: one a day that is read to its end. */
export class DataExport {
  readonly #deps: DataExportDeps;
  readonly #incomplete: TokenBuckets;
  #running = 0;

  constructor(deps: DataExportDeps) {
    this.#deps = deps;
    this.#incomplete = new TokenBuckets((MOST_INCOMPLETE * 1000) / DAY_MS, MOST_INCOMPLETE, deps.clock);
  }

  /** The archive of an owner who has proven to be it. The owner is told by mail. */
  async make(user: number, language: LanguageCode): Promise<Answer<FileContent>> {
    if (this.#running >= MOST_AT_ONCE) return refuse('overloaded');
    this.#running += 1;
    const begun = await this.#begin(user).catch((error: unknown) => {
      this.#running -= 1;
      throw error;
    });
    if (!begun.ok) {
      this.#running -= 1;
      return begun;
    }
    this.#deps.outbox.wake();
    const stream = Readable.from(this.#write(user, language), { objectMode: false });
    const timer = setTimeout(() => stream.destroy(new Error('the archive was read too slowly')), TIMEOUT_MS);
    // A generator that was never read runs none of its blocks, but its stream closes.
    stream.once('close', () => {
      clearTimeout(timer);
      void this.#end(user, begun.data, stream.readableEnded);
    });
    const day = new Date(this.#deps.clock()).toISOString().slice(0, 10);
    return done(new FileContent(stream, 'application/zip', `fairlot-${uidOf(user)}-${day}.zip`));
  }

  /** Counts the export, and tells its owner. */
  #begin(user: number): Promise<Answer<bigint>> {
    const now = this.#deps.clock();
    return this.#deps.db.transaction().execute(async (transaction) => {
      await lockUser(transaction, user);
      const last = await transaction
        .selectFrom('data_exports')
        .select('at')
        .where('user_id', '=', BigInt(user))
        .where('at', '>', new Date(now - PAUSE_MS))
        .orderBy('at', 'desc')
        .executeTakeFirst();
      if (last !== undefined)
        return refuse('export_too_soon', { until: new Date(last.at.getTime() + PAUSE_MS).toISOString() });
      if (!this.#incomplete.take(user)) return refuse('export_too_soon');
      const { id } = await transaction
        .insertInto('data_exports')
        .values({ user_id: BigInt(user), at: new Date(now) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.#deps.notices.put(transaction, { user, template: 'data_exported' });
      return done(id);
    });
  }

  async *#write(user: number, language: LanguageCode): AsyncGenerator<Buffer> {
    const { reports, secrets, siteTitle, clock, log } = this.#deps;
    const readme = translate(language, 'export.readme', {
      site: siteTitle(),
      account: uidOf(user),
      time: new Date(clock()).toISOString(),
    });
    try {
      yield* zip(archiveOf({ db: reports, secrets, user, readme: `${readme}\n` }));
    } catch (error) {
      log.error({ err: error, user }, 'an export of personal data failed; it does not count');
      throw error;
    }
  }

  /** Forgets an export whose reader got only a part of it, so that the user can try again on the same day. */
  async #end(user: number, id: bigint, isComplete: boolean): Promise<void> {
    try {
      if (isComplete) this.#incomplete.giveBack(user);
      else await this.#deps.db.deleteFrom('data_exports').where('id', '=', id).execute();
    } catch (error) {
      this.#deps.log.error({ err: error, user }, 'an incomplete export of personal data could not be forgotten');
    } finally {
      this.#running -= 1;
    }
  }
}
