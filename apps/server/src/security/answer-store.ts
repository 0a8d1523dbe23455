import { DAY_MS, HOUR_MS } from '@fairlot/domain';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Job, every } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Age at which an answer is deleted. */
const LIFETIME_MS = DAY_MS;
/** Answers of one caller. The oldest make room. */
const MOST_KEPT = 500;
/** The key was used for another call or input. */
export const ANOTHER = 'another';

/** One request with an idempotency key. */
export interface KeyedRequest {
  /** The kind of the caller and its number, such as "user 12". */
  readonly caller: string;
  readonly key: string;
  /** Path of the call. */
  readonly call: string;
  /** The checked input as JSON. */
  readonly payload: string;
}

export interface AnswerStoreDeps {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the answers of requests with idempotency keys for a day, sealed, as JSON text. */
export class AnswerStore {
  readonly #deps: AnswerStoreDeps;
  readonly #pruning: Job;

  constructor(deps: AnswerStoreDeps) {
    this.#deps = deps;
    this.#pruning = every(
      HOUR_MS,
      () => this.prune(),
      (error) => deps.log.warn({ err: error }, 'old answers could not be deleted'),
    );
  }

  /** Deletes what no key opens, and starts the pruning. */
  async start(): Promise<void> {
    const { db, secrets } = this.#deps;
    const { mark, marks } = secrets;
    await db
      .deleteFrom('kept_answers')
      .where(sql<boolean>`substring(answer from 1 for ${mark.length}) <> all(${[...marks]}::bytea[])`)
      .execute();
    this.#pruning.start();
    this.#pruning.wake();
  }

  stop(): Promise<void> {
    return this.#pruning.stop();
  }

  /** Tells whether two payloads are the same without revealing either. */
  fingerprint(request: Pick<KeyedRequest, 'call' | 'payload'>): string {
    return this.#deps.secrets.fingerprint(textOf(request));
  }

  /** The kept answer to a request; `another` when the key was used for another request. */
  async find(request: KeyedRequest): Promise<{ readonly answer: string } | typeof ANOTHER | undefined> {
    const { db, secrets, clock } = this.#deps;
    const row = await db
      .selectFrom('kept_answers')
      .select(['call', 'fingerprint', 'answer'])
      .where('caller', '=', request.caller)
      .where('key', '=', request.key)
      .where('created_at', '>', new Date(clock() - LIFETIME_MS))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // While the key is replaced, another process may have kept the answer under another one.
    if (!secrets.fingerprints(textOf(request)).includes(row.fingerprint)) return ANOTHER;
    return { answer: secrets.open(row.answer, contextOf(request)).toString('utf8') };
  }

  /** Keeps the answer to a request, and deletes the caller's oldest beyond the limit. */
  async keep(request: KeyedRequest, answer: string): Promise<void> {
    const { db, secrets, clock } = this.#deps;
    const row = {
      call: request.call,
      fingerprint: this.fingerprint(request),
      answer: secrets.seal(Buffer.from(answer), contextOf(request)),
      created_at: new Date(clock()),
    };
    await db
      .insertInto('kept_answers')
      .values({ caller: request.caller, key: request.key, ...row })
      // Only an expired answer that is not pruned yet has the same key.
      .onConflict((conflict) => conflict.columns(['caller', 'key']).doUpdateSet(row))
      .execute();
    await sql`delete from kept_answers where caller = ${request.caller} and created_at < (
      select created_at from kept_answers where caller = ${request.caller}
      order by created_at desc offset ${MOST_KEPT - 1} limit 1)`.execute(db);
  }

  /** Deletes expired answers. */
  async prune(): Promise<void> {
    await this.#deps.db
      .deleteFrom('kept_answers')
      .where('created_at', '<=', new Date(this.#deps.clock() - LIFETIME_MS))
      .execute();
  }
}

function textOf({ call, payload }: Pick<KeyedRequest, 'call' | 'payload'>): string {
  return `${call} ${payload}`;
}

/** Binds a sealed answer to its row: moved to another caller or key it does not open. */
function contextOf({ caller, key }: KeyedRequest): string {
  return `answer to ${caller} under ${key}`;
}
