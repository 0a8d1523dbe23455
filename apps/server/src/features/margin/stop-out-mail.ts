import {
  DAY_MS,
  type Lots,
  MINUTE_MS,
  formatLots,
  formatMoney,
  formatPrice,
  withSign,
  withUnit,
  writeFigure,
} from '@fairlot/domain';
import type { Event, PositionClosed } from '@fairlot/engine';
import { type LanguageCode, translate } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import { amountIn, figureIn } from '../../messages/figures.ts';
import { type Job, every } from '../../platform/jobs.ts';
import type { UserNotice } from '../../messages/user-notices.ts';
import type { Log } from '../../platform/log.ts';
import type { TradingHost } from '../../trading/port.ts';
import type { StopOutMailStore, UnmailedStopOut } from './stop-out-queries.ts';

/** Looks for stop-outs that no commit has told of: those before a crash. */
const EVERY_MS = MINUTE_MS;
/** Stop-outs before a start that still get their mail. */
const LATEST_MS = DAY_MS;
/** The time by which commits of several shards may be out of order. */
const OVERLAP_MS = MINUTE_MS;
/** Named positions. The report of the stop-out has them all. */
const MOST_LINES = 20;

export interface StopOutMailsDeps {
  readonly store: StopOutMailStore;
  readonly trading: Pick<TradingHost, 'onCommitted' | 'onRollback'>;
  readonly market: Pick<MarketData, 'instrument'>;
  /** Market time, by which orders end. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Mails real accounts what a stop-out has closed: one mail for each row of the journal. Its mark and the mail are one
 * transaction, so that a restart neither loses nor repeats a mail.
 */
export class StopOutMails {
  readonly #deps: StopOutMailsDeps;
  readonly #job: Job;
  /** Market time up to which every stop-out has its mail; endless: nothing is known of the last day. */
  #since = Number.NEGATIVE_INFINITY;
  /** The earliest stop-out that was committed since the begin of the last run. */
  #late = Number.POSITIVE_INFINITY;
  readonly #stops: (() => void)[] = [];
  #isStopping = false;

  constructor(deps: StopOutMailsDeps) {
    this.#deps = deps;
    this.#job = every(
      EVERY_MS,
      () => this.run(),
      (error) => deps.log.error({ err: error }, 'mails about stop-outs could not be planned; the next run tries again'),
    );
  }

  start(): void {
    const { trading } = this.#deps;
    this.#stops.push(
      trading.onCommitted((rows) => {
        for (const { command } of rows) if (command.type === 'stopOut') this.#lookFrom(command.time);
      }),
      // The journal may have stop-outs that are never reported.
      trading.onRollback(() => this.#lookFrom(Number.NEGATIVE_INFINITY)),
    );
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stops.splice(0)) stop();
    await this.#job.stop();
  }

  /** Plans the mails of all stop-outs that have none. */
  async run(): Promise<void> {
    const { store, now } = this.#deps;
    const begun = now();
    this.#late = Number.POSITIVE_INFINITY;
    let after = { time: Number.isFinite(this.#since) ? this.#since : begun - LATEST_MS, account: 0 };
    for (;;) {
      const found = await store.after(after);
      for (const { time, account } of found) {
        if (this.#isStopping) return;
        for (const row of await store.unmailed(account, time)) await this.#mail(row);
        after = { time, account };
      }
      if (found.length === 0) break;
    }
    this.#since = Math.min(begun - OVERLAP_MS, this.#late);
    await store.forgetOld();
  }

  /** A stop-out may be committed long after its time: when the machine stood still, or the database was away. */
  #lookFrom(time: number): void {
    this.#late = Math.min(this.#late, time);
    this.#since = Math.min(this.#since, time);
    this.#job.wake();
  }

  async #mail(row: UnmailedStopOut): Promise<void> {
    const closes = row.events.filter((event) => event.type === 'positionClosed');
    const [first] = closes;
    const { store, market } = this.#deps;
    const result = closes.reduce((sum, { profit }) => sum + profit, 0n);
    const lots = await store.lotsOf(closes.map(({ order }) => order));
    const notice: Omit<UserNotice, 'user'> = {
      template: 'stop_out',
      at: new Date(row.time),
      paramsIn: (language) => ({
        level: String(first?.explanation?.stopOutPercent ?? 0),
        what: [
          ...closes.slice(0, MOST_LINES).map((close) => lineOf(close, lots.get(close.order), market, language)),
          ...(closes.length > MOST_LINES ? [`+${closes.length - MOST_LINES}`] : []),
          ...cancelledLine(row.events, language),
        ].join('\n'),
        amount: amountIn(language, result),
      }),
    };
    // A stop-out that only cancels orders is on the screens.
    await store.mail(row, first === undefined ? undefined : notice);
  }
}

function lineOf(
  { order, quote, price, profit }: PositionClosed,
  lots: Lots | undefined,
  market: Pick<MarketData, 'instrument'>,
  language: LanguageCode,
): string {
  const instrument = market.instrument(quote.instrument);
  if (lots === undefined || instrument === undefined) return `#${order}`;
  const named = translate(language, 'marginHelp.lots', {
    lots: figureIn(language, formatLots(lots)),
    code: figureIn(language, instrument.displayCode),
  });
  const figures = [
    writeFigure(formatPrice(price, instrument)),
    withUnit(withSign(writeFigure(formatMoney(profit, 2))), 'USD'),
  ];
  return [named, ...figures.map((figure) => figureIn(language, figure))].join(' · ');
}

function cancelledLine(events: readonly Event[], language: LanguageCode): readonly string[] {
  const count = events.filter(({ type }) => type === 'orderCancelled').length;
  return count === 0 ? [] : [translate(language, 'stop_out_cancelled', { count: String(count) })];
}
