import type { Kysely } from 'kysely';
import type { Tables } from '../../src/db/tables/index.ts';
import { Repeats } from '../../src/http/repeats.ts';
import { createLog } from '../../src/platform/log.ts';
import { AnswerStore } from '../../src/security/answer-store.ts';
import { Secrets } from '../../src/security/secrets/secrets.ts';

/** Idempotency keys on a test's database, for tests that register calls themselves. */
export function repeatsOn(db: Kysely<Tables>): Repeats {
  return new Repeats(
    new AnswerStore({ db, secrets: new Secrets([Buffer.alloc(32, 1)]), clock: Date.now, log: createLog('fatal') }),
  );
}
