import { type AccountId, type ClientCommand, type Outcome, payloadDigest } from '@fairlot/engine';
import type { Pool } from 'pg';
import { decode, decodeOutcome } from './codec.ts';

/** Keys per query. */
const CHUNK = 1000;

/** A command's account and idempotency key. */
export interface CommandKey {
  readonly account: AccountId;
  readonly key: string;
}

/**
 * The first outcome under a command's key, key_reused when the payload differs, undefined when the journal does not
 * contain the key.
 */
export async function findOutcome(pool: Pool, command: ClientCommand): Promise<Outcome | undefined> {
  const { rows } = await pool.query<{ command: string; outcome: string }>(
    'select command, outcome from journal where account = $1 and key = $2',
    [command.account, command.key],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const first = decode(row.command) as ClientCommand;
  return payloadDigest(first) === payloadDigest(command)
    ? decodeOutcome(row.outcome)
    : { ok: false, reason: 'key_reused' };
}

/** Outcomes of the given keys, in their order; undefined for keys that are not in the journal. */
export async function findOutcomes(pool: Pool, keys: readonly CommandKey[]): Promise<(Outcome | undefined)[]> {
  const found: (Outcome | undefined)[] = [];
  for (let from = 0; from < keys.length; from += CHUNK) {
    const part = keys.slice(from, from + CHUNK);
    const { rows } = await pool.query<{ outcome: string | null }>(
      `select j.outcome from unnest($1::bigint[], $2::text[]) with ordinality as asked (account, key, place)
         left join journal j on j.account = asked.account and j.key = asked.key order by place`,
      [part.map(({ account }) => account), part.map(({ key }) => key)],
    );
    found.push(...rows.map(({ outcome }) => (outcome === null ? undefined : decodeOutcome(outcome))));
  }
  return found;
}
