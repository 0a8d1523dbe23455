import type { Pool } from 'pg';
import { sourceOf } from './bar-store.ts';
import type { MarketSource } from './port.ts';

/** A database is bound to another kind of source. */
export interface SourceChange {
  readonly from: MarketSource;
  readonly to: MarketSource;
}

/**
 * Binds a database to its kind of source at the first start: prices of different sources have nothing to do with each
 * other. Throws when the kind has changed, real accounts exist, and `allowed` does not name the new kind. `record` is
 * awaited before a change is stored.
 */
export async function bindSource(
  pool: Pool,
  to: MarketSource,
  allowed: string,
  record: (change: SourceChange) => Promise<void>,
): Promise<void> {
  const from = await boundSource(pool);
  if (from !== undefined && from !== to) {
    const { rows } = await pool.query<{ real: boolean }>(
      `select exists (select 1 from accounts where kind = 'real') as real`,
    );
    if (rows[0]?.real !== false && allowed !== to) {
      throw new Error(
        `this database has real accounts that traded on ${from} prices; FAIRLOT_FEED names a ${to} source. ` +
          `Set FAIRLOT_FEED to the ${from} source again, use another database, or confirm the change with FAIRLOT_FEED_CHANGE=${to}`,
      );
    }
    await record({ from, to });
  }
  await pool.query(
    `insert into market_source (source) values ($1)
     on conflict (id) do update set source = excluded.source, since = now() where market_source.source <> excluded.source`,
    [to],
  );
}

/** The source of a database; for one from before sources were bound, the only one that ever ran on it. */
async function boundSource(pool: Pool): Promise<MarketSource | undefined> {
  const bound = await pool.query<{ source: MarketSource }>('select source from market_source');
  if (bound.rows[0] !== undefined) return bound.rows[0].source;
  const runs = await pool.query<{ source: number }>('select source from market_runs');
  return runs.rows.length === 1 ? sourceOf(runs.rows[0]?.source ?? 0) : undefined;
}
