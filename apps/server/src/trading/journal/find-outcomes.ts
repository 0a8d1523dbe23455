import { type ClientCommand, type Outcome, payloadDigest } from '@fairlot/engine';
import type { Pool } from 'pg';
import { decode, decodeOutcome } from './codec.ts';

/** Keys per query. */
const CHUNK = 1000;

/** The outcome of a command, as the journal has it. */
interface JournalRow {
  readonly command: string;
  readonly outcome: string;
}

/**
 * The first outcome under a command's key, key_reused when the payload differs, undefined when the journal does not
 * contain the key.
 */
export async function findOutcome(pool: Pool, command: ClientCommand): Promise<Outcome | undefined> {
  const [outcome] = await findOutcomes(pool, [command]);
  return outcome;
}

/** The results of `findOutcome` for many commands, in their order. */
export async function findOutcomes(pool: Pool, commands: readonly ClientCommand[]): Promise<(Outcome | undefined)[]> {
  const found: (Outcome | undefined)[] = [];
  for (let from = 0; from < commands.length; from += CHUNK) {
    const part = commands.slice(from, from + CHUNK);
    const { rows } = await pool.query<JournalRow | { command: null }>(
      `select j.command, j.outcome from unnest($1::bigint[], $2::text[]) with ordinality as asked (account, key, place)
         left join journal j on j.account = asked.account and j.key = asked.key order by place`,
      [part.map(({ account }) => account), part.map(({ key }) => key)],
    );
    for (const [index, command] of part.entries()) {
      const row = rows[index];
      found.push(row === undefined || row.command === null ? undefined : outcomeFor(command, row));
    }
  }
  return found;
}

function outcomeFor(command: ClientCommand, row: JournalRow): Outcome {
  const first = decode(row.command) as ClientCommand;
  return payloadDigest(first) === payloadDigest(command)
    ? decodeOutcome(row.outcome)
    : { ok: false, reason: 'key_reused' };
}
