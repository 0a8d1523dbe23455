import type { Config } from '../config.ts';
import { requireFreePort } from '../http/port-check.ts';
import { type Clock, type MachineClocks, clocksOf, wallClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { startCore } from './core.ts';
import { Lifecycle } from './lifecycle.ts';
import { startProcess } from './roles/start-process.ts';
import { openServer } from './open-server.ts';
import { type RunningServer, runningServer } from './running-server.ts';

export type { RunningServer } from './running-server.ts';

/** Surroundings of a server. */
export interface StartOptions {
  /** Tests pass one to set the time. */
  readonly clock?: Clock | undefined;
  /** Tests pass them when the clock is to jump like one that was set. */
  readonly clocks?: MachineClocks | undefined;
  /** Tests that move their clock pass one, so that a start need not generate the market of the skipped time. */
  readonly longestPastMs?: number | undefined;
  /** Interrupts the start, which then stops the parts that it has started and throws. */
  readonly aborted?: AbortSignal;
}

/** Starts all parts in the order of their dependencies: database, market, trading, features, HTTP, sockets. */
export async function startServer(
  config: Config,
  log: Log,
  { clock = wallClock, clocks = clocksOf(clock), longestPastMs, aborted }: StartOptions = {},
): Promise<RunningServer> {
  await requireFreePort(config.port, config.host);
  if (config.cluster !== undefined)
    return startProcess(config, config.cluster, log, { clock, clocks, longestPastMs, aborted });
  const lifecycle = new Lifecycle(log, aborted);
  return runningServer(lifecycle, async () => {
    const core = await startCore({ config, log, clock, clocks, longestPastMs, lifecycle });
    // Features use the sessions of calls, so that a slow one leaves trading its own.
    const { sockets: _sockets, ...opened } = await openServer({
      ...core,
      database: { ...core.database, ...core.database.calls },
    });
    return opened;
  });
}
