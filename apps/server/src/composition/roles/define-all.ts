import type { Pool } from 'pg';
import { pause } from '../../platform/pause.ts';
import { alignDealing } from '../../trading/align-dealing.ts';
import { TermsRefusedError, defineTerms } from '../../trading/define-terms.ts';
import type { StartDeps } from '../deps.ts';
import { rulesOf } from '../rules.ts';
import type { Followed } from './followed.ts';
import { requireRunning, until } from './until.ts';

const RETRY_MS = 300;

/** Gives all shards the operator's rules and terms, and the halts of the first one, as a server with all shards does. */
export async function defineAll(
  { log, lifecycle }: StartDeps,
  {
    remotes,
    pool,
    market,
    settings,
    announcedSwaps,
  }: Pick<Followed, 'announcedSwaps' | 'market' | 'remotes' | 'settings'> & { readonly pool: Pool },
): Promise<void> {
  const listed = market.instruments().map(({ id }) => id);
  const [first] = remotes;
  for (const { number, host } of remotes) {
    await until(() => host.ready, `waits for shard ${number}`, log, lifecycle);
    for (;;) {
      try {
        const instruments = market.instruments().map((each) => announcedSwaps.applyTo(each, market.now()));
        await defineTerms(host, pool, rulesOf(settings.values()), instruments, number);
        if (first !== undefined && first.host !== host) await alignDealing(first.host, host, listed);
        break;
      } catch (error) {
        // A command without a key is sent once; a shard that moves meanwhile is asked again.
        if (!(error instanceof TermsRefusedError) || !['not_ready', 'overloaded'].includes(error.reason)) throw error;
        log.warn(`${error.message}; trying again`);
        await pause(RETRY_MS);
        requireRunning(lifecycle);
      }
    }
  }
}
