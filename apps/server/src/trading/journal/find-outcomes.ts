import { type ClientCommand, type Outcome, payloadDigest } from '@fairlot/engine';
import type { Pool } from 'pg';
import { decode, decodeOutcome } from './codec.ts';

/** Keys per query. */
const CHUNK = 1000;

/** The outcome of a command, as the journal has it, or as it was kept when its row left the database. */
type JournalRow =
  | { readonly command: string; readonly digest: null; readonly outcome: string }
  | { readonly command: null; readonly digest: string; readonly outcome: string };

/**
 * The first outcome under a command's key, key_reused when the payload differs, undefined when neither the journal nor
 * the archived keys contain the key.
 */
export async function findOutcome(pool: Pool, command: ClientCommand): Promise<Outcome | undefined> {
  const { rows } = await pool.query<JournalRow>(
    `select command, null as digest, outcome from journal where account = $1 and key = $2
      union all select null, digest, outcome from archived_keys where account = $1 and key = $2`,
    [command.account, command.key],
  );
  return rows[0] && outcomeFor(command, rows[0]);
}

/** The results of `findOutcome` for many commands, in their order. */
export async function findOutcomes(pool: Pool, commands: readonly ClientCommand[]): Promise<(Outcome | undefined)[]> {
  const found: (Outcome | undefined)[] = [];
  for (let from = 0; from < commands.length; from += CHUNK) {
    const part = commands.slice(from, from + CHUNK);
    const { rows } = await pool.query<JournalRow | { command: null; digest: null }>(
      `select j.command, case when j.command is null then a.digest end as digest, coalesce(j.outcome, a.outcome) as outcome
         from unnest($1::bigint[], $2::text[]) with ordinality as asked (account, key, place)
         left join journal j on j.account = asked.account and j.key = asked.key
         left join archived_keys a on a.account = asked.account and a.key = asked.key order by place`,
      [part.map(({ account }) => account), part.map(({ key }) => key)],
    );
    for (const [index, command] of part.entries()) {
      const row = rows[index];
      found.push(
        row === undefined || (row.command === null && row.digest === null) ? undefined : outcomeFor(command, row),
      );
    }
  }
  return found;
}

function outcomeFor(command: ClientCommand, row: JournalRow): Outcome {
  const first = row.command === null ? row.digest : payloadDigest(decode(row.command) as ClientCommand);
  return first === payloadDigest(command) ? decodeOutcome(row.outcome) : { ok: false, reason: 'key_reused' };
}
