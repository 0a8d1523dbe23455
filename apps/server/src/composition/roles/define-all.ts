import type { Pool } from 'pg';
import { pause } from '../../platform/pause.ts';
import { readPlaces } from '../../trading/account-places.ts';
import { alignDealing } from '../../trading/align-dealing.ts';
import { TermsRefusedError, defineTerms } from '../../trading/define-terms.ts';
import type { ShardRouter } from '../../trading/shard-router.ts';
import type { StartDeps } from '../deps.ts';
import { rulesOf } from '../rules.ts';
import type { Followed } from './followed.ts';
import { requireRunning } from './until.ts';

type Shard = ShardRouter['hosts'][number];

const RETRY_MS = 300;
/** A shard whose process has died is taken over within this time, so it need not be late. */
const GRACE_MS = 5_000;

/**
 * Gives the shards the operator's rules and terms, and the halts of the first one, as a server with all shards does.
 * Waits for a shard of real accounts, and for the others a few seconds more: these stay late.
 */
export async function defineAll(
  { log, lifecycle }: Pick<StartDeps, 'log' | 'lifecycle'>,
  {
    trading,
    pool,
    market,
    settings,
    announcedSwaps,
  }: Pick<Followed, 'announcedSwaps' | 'market' | 'settings' | 'trading'> & { readonly pool: Pool },
): Promise<void> {
  const { late } = trading;
  late.hold(trading.numbers, await lastUser(pool));
  let first: Shard | undefined;
  /** False when the shard moves meanwhile: a command without a key is sent once, so it is asked again. */
  const isAligned = async ({ number, host }: Shard): Promise<boolean> => {
    try {
      const instruments = market.instruments().map((each) => announcedSwaps.applyTo(each, market.now()));
      await defineTerms(host, pool, rulesOf(settings.values()), instruments, number);
      const listed = instruments.map(({ id }) => id);
      if (first !== undefined) await alignDealing(first.host, host, listed);
      return true;
    } catch (error) {
      if (!(error instanceof TermsRefusedError) || !['not_ready', 'overloaded'].includes(error.reason)) throw error;
      log.warn(`${error.message}; trying again`);
      return false;
    }
  };
  let end = Number.POSITIVE_INFINITY;
  for (let isTold = false; ; isTold = true) {
    const aligned: number[] = [];
    for (const shard of trading.hosts.filter(({ number, host }) => late.has(number) && host.ready)) {
      if ((first === undefined && !mayBeFirst(shard, trading)) || !(await isAligned(shard))) continue;
      first ??= shard;
      aligned.push(shard.number);
    }
    // An account that the former house opened in its last moment may have been in no table before its shard was ready.
    if (aligned.length > 0) await readPlaces(pool, trading);
    for (const number of aligned) late.release(number);
    if (late.size === 0) return;
    const shards = trading.numbers.filter((number) => late.has(number));
    if (first !== undefined) end = Math.min(end, performance.now() + GRACE_MS);
    if (performance.now() >= end) {
      log.warn({ shards }, 'some shards take no commands: the house starts without them, and aligns them when they do');
      return;
    }
    if (!isTold) log.info({ shards }, 'waits for shards');
    await pause(RETRY_MS);
    requireRunning(lifecycle);
  }
}

/** The first shard gives the others its halts: it has real accounts, and is not new unless all of these are. */
function mayBeFirst(shard: Shard, { hosts }: ShardRouter): boolean {
  return shard.kind === 'real' && (!isNew(shard) || hosts.every((each) => each.kind === 'demo' || isNew(each)));
}

function isNew({ host }: Shard): boolean {
  return host.rules === undefined;
}

/** The highest number of a user: later ones had no account when the former house ended. */
async function lastUser(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ last: bigint | null }>('select max(id) as last from users');
  return Number(rows[0]?.last ?? 0);
}
