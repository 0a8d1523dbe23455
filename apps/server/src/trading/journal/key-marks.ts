import { type KeyStamp, MINUTE_MS, keyStamp, stampOfTime } from '@fairlot/domain';
import type { AccountId } from '@fairlot/engine';
import { intArray } from './sql-literals.ts';

/** Marks are stored rounded up to a minute, so that an account that trades without pause costs one write a minute. */
const ROUNDED_TO = stampOfTime(MINUTE_MS);
/** Maximum accounts remembered. A forgotten one costs one write that changes nothing. */
const MOST_ACCOUNTS = 100_000;

/** Decides which marks of keys a batch must store. One for all batches of a session, in their order. */
export class WrittenMarks {
  readonly #written = new Map<AccountId, KeyStamp>();

  /** The mark to be stored for a key; undefined when the key has no time, or an earlier batch stores enough. */
  next(account: AccountId, key: string): KeyStamp | undefined {
    const stamp = keyStamp(key);
    if (stamp === undefined || stamp <= (this.#written.get(account) ?? -1)) return undefined;
    const mark = Math.min(Math.ceil(stamp / ROUNDED_TO) * ROUNDED_TO, Number.MAX_SAFE_INTEGER);
    if (this.#written.size >= MOST_ACCOUNTS) this.#written.clear();
    this.#written.set(account, mark);
    return mark;
  }
}

/** The SQL that raises the marks of accounts. A mark never falls. */
export function marksStatement(shard: number, marks: ReadonlyMap<AccountId, KeyStamp>): string {
  if (marks.size === 0) return '';
  return `insert into key_marks as m (shard, account, stamp) select ${shard}, c.* from unnest(${intArray([...marks.keys()])}, ${intArray([...marks.values()])}) as c
    on conflict (shard, account) do update set stamp = greatest(m.stamp, excluded.stamp);`;
}
