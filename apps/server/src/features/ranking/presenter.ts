import type { OutputOf, OutputOfStaff, rankingCalls, rankingStaffCalls } from '@fairlot/contract';
import { RATE_SCALE, type Rate, formatDecimal, formatMoney, formatRate } from '@fairlot/domain';
import { type LanguageCode, translate } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import type { Listing } from './listings.ts';
import type { Ranked } from './ranked.ts';

type Entry = OutputOf<typeof rankingCalls.followList>['data'][number];

/** Converts an entry to its wire format. */
export function presentEntry(
  { member, figures }: Ranked,
  rank: number,
  language: LanguageCode,
  market: Pick<MarketData, 'instrument'>,
): Entry {
  const { strategy } = member;
  return {
    rank,
    user: {
      id: member.number,
      name: strategy === undefined ? (member.name ?? '') : translate(language, `strategy.${strategy}`),
      is_demo: member.isDemo ? 1 : 0,
      strategy: strategy ?? null,
    },
    multiple: figures.multiple === undefined ? null : formatRate(figures.multiple, 2),
    three_week_rate: percent(figures.threeWeekRate),
    three_week_win: figures.threeWeekWin === undefined ? null : percent(figures.threeWeekWin),
    three_week_profit: formatMoney(figures.threeWeekProfit),
    total_rate: percent(figures.totalRate),
    total_trade_num: figures.totalTrades,
    code: figures.mostTraded.map((id) => market.instrument(id)?.displayCode ?? `#${id}`).join(','),
  };
}

/** Converts a display name to the wire format for staff. */
export function presentName(listing: Listing): OutputOfStaff<typeof rankingStaffCalls.rankingHide> {
  return {
    user_id: listing.account,
    name: listing.name,
    state: listing.state,
    reason: listing.hiddenBecause,
    listed_at: listing.listedAt.toISOString(),
    changed_at: listing.changedAt.toISOString(),
  };
}

function percent(rate: Rate): string {
  return formatDecimal(rate * 100n, RATE_SCALE, 2);
}
