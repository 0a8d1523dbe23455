import { type OutputOf, tradeNoteCalls } from '@fairlot/contract';
import { type Money, asMoney, divide, formatMoney } from '@fairlot/domain';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables/index.ts';
import { done } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { StatementMarket } from './past-market.ts';
import type { Span } from './period.ts';
import { StatementService } from './service.ts';
import { type TradeFigures, type TradeStatistics, readStatistics } from './statistics.ts';
import { type Instruments, nameOf, rateText, timeText } from './wire.ts';

type WireStatistics = OutputOf<typeof tradeNoteCalls.tradeStatistics>;

/** Registers the call for the statistics of a user's own closed trades. */
export function registerStatistics(calls: Calls, db: Kysely<Tables>, market: StatementMarket): void {
  const service = new StatementService(db, market);
  calls.forUser(tradeNoteCalls.tradeStatistics, async (input, { session: { account } }) => {
    const span = await service.span(account, input);
    if (!span.ok) return span;
    const found = await readStatistics(db, account, span.data, input);
    return found.ok ? done(presentStatistics(found.data, span.data, input.time_zone, market)) : found;
  });
}

function presentStatistics(
  { total, tags, hours, weekdays, instruments }: TradeStatistics,
  { from, to }: Span,
  timeZone: string,
  market: Instruments,
): WireStatistics {
  return {
    from: timeText(from),
    to: timeText(to),
    time_zone: timeZone,
    total: presentFigures(total),
    tags: tags.map((each) => ({ tag: each.key ?? null, ...presentFigures(each) })),
    hours: hours.map((each) => ({ hour: each.key, ...presentFigures(each) })),
    weekdays: weekdays.map((each) => ({ weekday: each.key, ...presentFigures(each) })),
    instruments: instruments.map((each) => ({ instrument: nameOf(market, each.key), ...presentFigures(each) })),
  };
}

function presentFigures({ trades, wins, losses, net, won, lost, best, worst }: TradeFigures): WireStatistics['total'] {
  return {
    trades,
    wins,
    losses,
    win_rate: rateText(wins, trades),
    net: formatMoney(net),
    average_win: averageText(won, wins),
    average_loss: averageText(lost, losses),
    best: best === undefined ? null : formatMoney(best),
    worst: worst === undefined ? null : formatMoney(worst),
  };
}

/** The mean of amounts, rounded half to even; null without any. */
function averageText(sum: Money, count: number): string | null {
  return count === 0 ? null : formatMoney(asMoney(divide(sum, BigInt(count), 'halfEven')));
}
