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
import type { Applied, Event, PositionClosed } from '@fairlot/engine';
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
  readonly trading: Pick<TradingHost, 'onCommitted'>;
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
  /** Market time up to which every stop-out has its mail. */
  #since: number | undefined;
  #stopListening: (() => void) | undefined;
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
    this.#stopListening = this.#deps.trading.onCommitted((rows) => {
      if (rows.some(isStopOut)) this.#job.wake();
    });
    this.#job.start();
    this.#job.wake();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    await this.#job.stop();
  }

  /** Plans the mails of all stop-outs that have none. */
  async run(): Promise<void> {
    const { store, now } = this.#deps;
    const begun = now();
    let after = { time: this.#since ?? begun - LATEST_MS, account: 0 };
    for (;;) {
      const found = await store.after(after);
      for (const { time, account } of found) {
        if (this.#isStopping) return;
        for (const row of await store.unmailed(account, time)) await this.#mail(row);
        after = { time, account };
      }
      if (found.length === 0) break;
    }
    this.#since = begun - OVERLAP_MS;
    await store.forgetOld();
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

function isStopOut({ command }: Applied): boolean {
  return command.type === 'stopOut';
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
