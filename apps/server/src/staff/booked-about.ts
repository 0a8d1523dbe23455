import { type RawBuilder, sql } from 'kysely';

/** Micro-dollars, without sign, of the booked adjustments about a withdrawal or a deposit. `id`: its column. */
export function bookedAbout(kind: 'withdrawal' | 'deposit', id: string): RawBuilder<bigint> {
  return sql<bigint>`coalesce((select sum(abs(a.amount)) from adjustments a
    where a.about = ${sql.lit(kind)} and a.about_id = ${sql.ref(id)} and a.state = 'done'), 0)::bigint`;
}
