import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SEND_CODE_COUNTDOWN_S, SENT_CODE_LENGTH } from '@fairlot/contract';
import { HOUR_MS, MINUTE_MS } from '@fairlot/domain';
import { type Transaction, sql } from 'kysely';
import type { SentCodesTable } from '../../db/tables/accounts.ts';
import type { Tables } from '../../db/tables/index.ts';

const LIFETIME_MS = 10 * MINUTE_MS;
const TRIES = 5;
/** Maximum number of rows read per target and quota; more than the limits allow. */
const MOST_ROWS = 50;

/** The purpose of a code. */
export type CodePurpose = SentCodesTable['purpose'];

/** The origin of a request that uses a code. */
export interface CodeRequester {
  /** The network of the request, see `addressGroup`. */
  readonly from: string;
  /** Idempotency key, hashed. */
  readonly key: Buffer;
}

/** The origin of a request that asks for a code. */
export interface CodeAsker extends CodeRequester {
  /** The quota that the code is counted in, see `CodeQuotas`. */
  readonly quota: string;
}

/** Recently sent codes, counted for the limits. */
export interface RecentCodes {
  /** True when a request with this key was handled before. */
  readonly repeated: boolean;
  /** Seconds until this network may request a code of this purpose for this target; 0 for now. */
  readonly waitSeconds: number;
  /** Codes of the last hour in this quota to this target: from this network, and from all. */
  readonly hourHere: number;
  readonly hourInQuota: number;
  /** Codes of the last hour from this network to all targets. */
  readonly hourFromAddress: number;
  /** Codes of the last day in this quota to this target. */
  readonly dayInQuota: number;
}

/** `repeated`: the same request used the code before. */
export type CodeCheck = 'right' | 'repeated' | 'wrong';

/** Sent codes, read and written in the caller's transaction. */
export class CodeStore {
  readonly #db: Transaction<Tables>;
  readonly #now: number;

  constructor(db: Transaction<Tables>, now: number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Counts recent codes of a target and a network. Holds locks on both until the transaction ends, so that concurrent
   * requests can't exceed the limits together.
   */
  async recent(purpose: CodePurpose, target: string, { from, key, quota }: CodeAsker): Promise<RecentCodes> {
    await sql`select pg_advisory_xact_lock(2, hashtext(${from})), pg_advisory_xact_lock(3, hashtext(${target}))`.execute(
      this.#db,
    );
    const sent = await this.#db
      .selectFrom('sent_codes')
      .select(['purpose', 'asked_from', 'sent_at'])
      .where('target', '=', target)
      .where('quota', '=', quota)
      .where('sent_at', '>', this.#ago(24 * HOUR_MS))
      .orderBy('sent_at', 'desc')
      .limit(MOST_ROWS)
      .execute();
    const repeated = await this.#db
      .selectFrom('sent_codes')
      .select('id')
      .where('target', '=', target)
      .where('asked_key', '=', key)
      .where('sent_at', '>', this.#ago(24 * HOUR_MS))
      .limit(1)
      .executeTakeFirst();
    const { count } = await this.#db
      .selectFrom('sent_codes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('asked_from', '=', from)
      .where('sent_at', '>', this.#ago(HOUR_MS))
      .executeTakeFirstOrThrow();
    const hour = sent.filter(({ sent_at }) => sent_at > this.#ago(HOUR_MS));
    const here = hour.filter(({ asked_from }) => asked_from === from);
    // An owner's quota is one asker's, also when a phone changes its network.
    const lastHere = (quota === '' ? here : hour).find((each) => each.purpose === purpose)?.sent_at.getTime() ?? 0;
    return {
      repeated: repeated !== undefined,
      waitSeconds: Math.max(0, Math.ceil((lastHere + SEND_CODE_COUNTDOWN_S * 1000 - this.#now) / 1000)),
      hourHere: here.length,
      hourInQuota: hour.length,
      hourFromAddress: Number(count),
      dayInQuota: sent.length,
    };
  }

  /** Creates a code and stores its salted hash. Only the caller gets the code itself. */
  async issue(
    purpose: CodePurpose,
    target: string,
    { from, key, quota }: CodeAsker,
  ): Promise<{ readonly code: string; readonly expiresAt: Date }> {
    const code = String(randomInt(10 ** SENT_CODE_LENGTH)).padStart(SENT_CODE_LENGTH, '0');
    const salt = randomBytes(16);
    const expiresAt = new Date(this.#now + LIFETIME_MS);
    await this.#db
      .insertInto('sent_codes')
      .values({
        purpose,
        target,
        asked_from: from,
        asked_key: key,
        quota,
        salt,
        code_hash: codeHash(salt, code),
        sent_at: new Date(this.#now),
        expires_at: expiresAt,
        tries_left: TRIES,
        strangers_tries_left: TRIES,
        used_at: null,
        used_key: null,
      })
      .execute();
    return { code, expiresAt };
  }

  /**
   * Checks a code and uses it up when it is right. The network that requested the code has five tries of its own; all
   * other networks share another five, so that strangers can't use up the owner's tries.
   */
  async tryCode(purpose: CodePurpose, target: string, code: string, requester: CodeRequester): Promise<CodeCheck> {
    const rows = await this.#db
      .selectFrom('sent_codes')
      .selectAll()
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', new Date(this.#now))
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_ROWS)
      .forUpdate()
      .execute();
    const own = rows.find(({ asked_from }) => asked_from === requester.from);
    const row = own ?? rows[0];
    if (row === undefined) return 'wrong';
    const tries = row === own ? 'tries_left' : 'strangers_tries_left';
    const fits = timingSafeEqual(codeHash(row.salt, code), row.code_hash);
    if (row.used_at !== null) return fits && row.used_key?.equals(requester.key) === true ? 'repeated' : 'wrong';
    if (row[tries] <= 0) return 'wrong';
    const change = fits ? { used_at: new Date(this.#now), used_key: requester.key } : { [tries]: row[tries] - 1 };
    await this.#db.updateTable('sent_codes').set(change).where('id', '=', row.id).execute();
    return fits ? 'right' : 'wrong';
  }

  /** Expires all unused codes of a target. */
  async dropUnused(target: string): Promise<void> {
    await this.#db
      .updateTable('sent_codes')
      .set({ expires_at: new Date(this.#now) })
      .where('target', '=', target)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(this.#now))
      .execute();
  }

  /** Deletes codes that are too old for any limit. */
  async tidy(): Promise<void> {
    await this.#db
      .deleteFrom('sent_codes')
      .where('sent_at', '<', this.#ago(48 * HOUR_MS))
      .execute();
  }

  #ago(milliseconds: number): Date {
    return new Date(this.#now - milliseconds);
  }
}

function codeHash(salt: Buffer, code: string): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}
