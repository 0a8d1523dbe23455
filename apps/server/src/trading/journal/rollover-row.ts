import type { RolloverBegun, RolloverEnded, SwapKept } from '@fairlot/engine';
import { encode } from './codec.ts';
import { textLiteral } from './sql-literals.ts';

/** The SQL that stores the begin or the end of a rollover, or a swap that it keeps. */
export function rolloverStatement(event: RolloverBegun | RolloverEnded | SwapKept, shard: number): string {
  if (event.type === 'swapKept')
    return `insert into kept_swaps (shard, rollover, instrument, swap)
      select shard, rollover, ${event.instrument}, ${textLiteral(encode(event.swap))} from swap_runs where shard = ${shard} and not done
      on conflict do nothing;`;
  const { rolloverTime } = event;
  if (event.type === 'rolloverEnded')
    return `update swap_runs set done = true where shard = ${shard} and rollover <= ${rolloverTime} and not done;
      delete from kept_swaps where shard = ${shard} and rollover <= ${rolloverTime};`;
  return `insert into swap_runs (shard, rollover, weekday, done) values (${shard}, ${rolloverTime}, ${event.weekday}, false) on conflict do nothing;`;
}
