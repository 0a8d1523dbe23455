import { MarketPublisher } from '../../cluster/market-publisher.ts';
import type { RoleLease } from '../../cluster/role-lease.ts';
import { readArrangement } from '../../market/create.ts';
import type { Market } from '../../market/market.ts';
import { bindSource } from '../../market/source-binding.ts';
import { recordsOf } from '../../platform/log.ts';
import { AuditLog } from '../../staff/audit/audit-log.ts';
import { journalTime } from '../../trading/journal-time.ts';
import { connectClock } from '../connect-market.ts';
import { noteSourceChange, onLost, openMarket } from '../core.ts';
import type { StartDeps } from '../deps.ts';
import type { Part } from '../lifecycle.ts';
import { MarketClock } from '../market-clock.ts';
import { rereading } from '../rereading.ts';
import { SourceChanges } from '../source-changes.ts';
import type { Installation } from './installation.ts';
import { marketTermsOf } from './shared-market.ts';
import { takeRole } from './take-role.ts';

/** The role of the market: stands by until its lease is free, then runs the sources and publishes their quotes. */
export class MarketRole implements Part {
  readonly #deps: StartDeps;
  readonly #installation: Installation;
  readonly #reread: () => void;
  readonly #aborted = new AbortController();
  readonly #stops: (() => Promise<void>)[] = [];
  #market: Market | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: StartDeps, installation: Installation) {
    this.#deps = deps;
    this.#installation = installation;
    const { signals } = installation;
    this.#reread = rereading('changed instruments', () => this.#readArrangement(), deps);
    signals.on('listing', this.#reread);
    signals.on('calendars', this.#reread);
    signals.onMissed(this.#reread);
  }

  start(): void {
    this.#running = this.#run().catch((error: unknown) => {
      if (!this.#aborted.signal.aborted) onLost(error instanceof Error ? error : new Error(String(error)));
    });
  }

  async stop(): Promise<void> {
    this.#aborted.abort();
    await this.#running;
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }

  async #run(): Promise<void> {
    const { log } = this.#deps;
    const lease = await takeRole('market', this.#deps, this.#installation, this.#aborted.signal);
    const since = performance.now();
    const market = await this.#open();
    const publisher = this.#publish(market, lease);
    this.#stops.push(() => publisher.stop());
    this.#stops.push(() => market.stop());
    await market.start();
    // A market that has no quotes yet must not be heard: its followers would deal on those of the former one.
    publisher.start();
    recordsOf(log).info(
      `the market has started and publishes, ${Math.round(performance.now() - since)} ms after its lease`,
    );
    this.#market = market;
    // Staff may have changed instruments while this process was starting.
    this.#reread();
  }

  async #open(): Promise<Market> {
    const { config, log, clock, clocks } = this.#deps;
    const { fenced: database, presence } = this.#installation;
    await bindSource(database.pool, config.feed.kind, config.feedChange, (change) =>
      noteSourceChange(database.pool, change, { clock, log }),
    );
    const notBefore = await journalTime(database.pool);
    const marketClock = new MarketClock({ clocks, log, notBefore });
    marketClock.start();
    presence.clocks.add(marketClock);
    this.#stops.push(() => {
      presence.clocks.delete(marketClock);
      return marketClock.stop();
    });
    const sourceChanges = new SourceChanges({ audit: new AuditLog(database.pool, clock, log), clock, log });
    sourceChanges.start();
    this.#stops.push(() => sourceChanges.stop());
    const market = await openMarket({
      ...this.#deps,
      database,
      marketClock,
      notBefore,
      tracing: undefined,
      sourceChanges,
    });
    connectClock(market, marketClock);
    return market;
  }

  #publish(market: Market, lease: RoleLease): MarketPublisher {
    const { bus, subjects, cluster } = this.#installation;
    const publisher = new MarketPublisher({
      bus,
      subjects,
      lease,
      from: cluster.name,
      terms: marketTermsOf(this.#deps.config),
      log: recordsOf(this.#deps.log),
      status: () => ({
        sources: market.sources(),
        lines: market.instruments().flatMap(({ id }) => {
          const line = market.lineOf(id);
          return line === undefined ? [] : [[id, line] as const];
        }),
        past: market.past(),
        rejected: market.rejected(),
        figures: market.figures(),
      }),
    });
    for (const { id } of market.instruments()) {
      publisher.setOpen(id, market.isOpen(id));
      publisher.setDoubt(id, market.doubt(id));
    }
    market.onSession((instrument, open) => publisher.setOpen(instrument, open));
    market.onDoubt((instrument, reason) => publisher.setDoubt(instrument, reason));
    market.onQuote((quote) => publisher.onQuote(quote));
    return publisher;
  }

  async #readArrangement(): Promise<void> {
    if (this.#market !== undefined) await readArrangement(this.#installation.database.pool, this.#market);
  }
}
