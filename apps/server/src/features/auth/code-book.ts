import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SEND_CODE_COUNTDOWN_S, SENT_CODE_LENGTH } from '@fairlot/contract';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { SentCodesTable } from '../../db/tables/accounts.ts';
import type { Tables } from '../../db/tables/index.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = 10 * 60_000;
const TRIES = 5;
/** Rows of a target that are looked at; more than its limits let in. */
const MOST_ROWS = 50;

/** What a code is for. */
export type CodePurpose = SentCodesTable['purpose'];

/** Who asks for a code, or uses one. */
export interface Asker {
  /** Network of the request, see addressGroup. */
  readonly from: string;
  /** Idempotency key, hashed. */
  readonly key: Buffer;
}

/** What was sent lately, for the limits. */
export interface LatelySent {
  /** The same request came before. */
  readonly repeated: boolean;
  /** Seconds until this network may ask again for such a code to this target; 0: now. */
  readonly waitSeconds: number;
  /** Codes of the last hour: to this target from this network, to it from anywhere, from this network to anywhere. */
  readonly hourHere: number;
  readonly hourToTarget: number;
  readonly hourFromAddress: number;
  readonly dayToTarget: number;
}

/** `repeated`: the same request has used the code before. */
export type CodeVerdict = 'right' | 'repeated' | 'wrong';

/** Codes that were sent, inside a transaction that the caller ends. */
export class CodeBook {
  private readonly db: Transaction<Tables>;
  private readonly now: number;

  constructor(db: Transaction<Tables>, now: number) {
    this.db = db;
    this.now = now;
  }

  /** What was sent to a target and from a network lately. Until the transaction ends, nobody else may send in their names. */
  async lately(purpose: CodePurpose, target: string, { from, key }: Asker): Promise<LatelySent> {
    await sql`select pg_advisory_xact_lock(2, hashtext(${from})), pg_advisory_xact_lock(3, hashtext(${target}))`.execute(
      this.db,
    );
    const sent = await this.db
      .selectFrom('sent_codes')
      .select(['purpose', 'asked_from', 'asked_key', 'sent_at'])
      .where('target', '=', target)
      .where('sent_at', '>', this.ago(24 * HOUR_MS))
      .orderBy('sent_at', 'desc')
      .limit(MOST_ROWS)
      .execute();
    const { count } = await this.db
      .selectFrom('sent_codes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('asked_from', '=', from)
      .where('sent_at', '>', this.ago(HOUR_MS))
      .executeTakeFirstOrThrow();
    const hour = sent.filter(({ sent_at }) => sent_at > this.ago(HOUR_MS));
    const here = hour.filter(({ asked_from }) => asked_from === from);
    const lastHere = here.find((each) => each.purpose === purpose)?.sent_at.getTime() ?? 0;
    return {
      repeated: sent.some(({ asked_key }) => asked_key.equals(key)),
      waitSeconds: Math.max(0, Math.ceil((lastHere + SEND_CODE_COUNTDOWN_S * 1000 - this.now) / 1000)),
      hourHere: here.length,
      hourToTarget: hour.length,
      hourFromAddress: Number(count),
      dayToTarget: sent.length,
    };
  }

  /** Makes a code and keeps its hash. It is known to nobody but the caller. */
  async issue(
    purpose: CodePurpose,
    target: string,
    { from, key }: Asker,
  ): Promise<{ readonly code: string; readonly expiresAt: Date }> {
    const code = String(randomInt(10 ** SENT_CODE_LENGTH)).padStart(SENT_CODE_LENGTH, '0');
    const salt = randomBytes(16);
    const expiresAt = new Date(this.now + LIFETIME_MS);
    await this.db
      .insertInto('sent_codes')
      .values({
        purpose,
        target,
        asked_from: from,
        asked_key: key,
        salt,
        code_hash: codeHash(salt, code),
        sent_at: new Date(this.now),
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
   * Tries a code and, when it is right, uses it up. The network that asked for a code has five tries of its own and all
   * others together five, so that strangers can't spend those of its owner.
   */
  async tryCode(purpose: CodePurpose, target: string, code: string, asker: Asker): Promise<CodeVerdict> {
    const rows = await this.db
      .selectFrom('sent_codes')
      .selectAll()
      .where('target', '=', target)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', new Date(this.now))
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_ROWS)
      .forUpdate()
      .execute();
    const own = rows.find(({ asked_from }) => asked_from === asker.from);
    const row = own ?? rows[0];
    if (row === undefined) return 'wrong';
    const tries = row === own ? 'tries_left' : 'strangers_tries_left';
    const fits = timingSafeEqual(codeHash(row.salt, code), row.code_hash);
    if (row.used_at !== null) return fits && row.used_key?.equals(asker.key) === true ? 'repeated' : 'wrong';
    if (row[tries] <= 0) return 'wrong';
    const change = fits ? { used_at: new Date(this.now), used_key: asker.key } : { [tries]: row[tries] - 1 };
    await this.db.updateTable('sent_codes').set(change).where('id', '=', row.id).execute();
    return fits ? 'right' : 'wrong';
  }

  /** Ends whatever else was sent to a target. */
  async dropUnused(target: string): Promise<void> {
    await this.db
      .updateTable('sent_codes')
      .set({ expires_at: new Date(this.now) })
      .where('target', '=', target)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(this.now))
      .execute();
  }

  /** Forgets what no limit looks at any more. */
  async tidy(): Promise<void> {
    await this.db
      .deleteFrom('sent_codes')
      .where('sent_at', '<', this.ago(48 * HOUR_MS))
      .execute();
  }

  private ago(milliseconds: number): Date {
    return new Date(this.now - milliseconds);
  }
}

function codeHash(salt: Buffer, code: string): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}
