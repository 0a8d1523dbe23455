import type { MarketView } from '@fairlot/engine';
import { intArray, textArray } from './sql-literals.ts';

/** Writes the last market of each instrument that rows recorded; empty without any. */
export function marketsStatement(shard: number, all: readonly MarketView[]): string {
  if (all.length === 0) return '';
  const of = (pick: (view: MarketView) => number | bigint): string => intArray(all.map(pick));
  return `insert into markets (shard, instrument, seq, time, bid, ask, open, doubt, source)
      select ${shard}, c.* from unnest(${intArray(
        all.map((v) => v.instrument),
        'integer',
      )}, ${of((v) => v.seq)}, ${of((v) => v.time)}, ${of((v) => v.bid)}, ${of((v) => v.ask)},
        '{${all.map((v) => v.open).join(',')}}'::boolean[], '{${all.map((v) => v.doubt === true).join(',')}}'::boolean[], ${textArray(all.map((v) => v.source))}) as c
      on conflict (shard, instrument) do update set seq = excluded.seq, time = excluded.time, bid = excluded.bid, ask = excluded.ask, open = excluded.open, doubt = excluded.doubt, source = excluded.source;`;
}
