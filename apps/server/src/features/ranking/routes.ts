import { PAGE_SIZE, rankingCalls } from '@fairlot/contract';
import type { OutputOf } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import type { MarketData } from '../../market/port.ts';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Board } from './board.ts';
import type { Listings } from './listings.ts';
import { judgeName, nameKey } from './names.ts';
import { presentEntry } from './presenter.ts';

export interface RankingTools {
  readonly board: Board;
  readonly listings: Listings;
  readonly market: Pick<MarketData, 'instrument'>;
  readonly siteTitle: () => string;
}

/** The league table for everybody, and one's own place in it. */
export function registerRanking(calls: Calls, tools: RankingTools): void {
  const { board, listings, market } = tools;

  calls.forVisitor(rankingCalls.followList, ({ page, sort, account }, { language }) => {
    const all = board.list(account, sort);
    const first = (page - 1) * PAGE_SIZE;
    return done({
      data: all
        .slice(first, first + PAGE_SIZE)
        .map((entry, index) => presentEntry(entry, first + index + 1, language, market)),
      total: all.length,
      as_of: board.asOf === undefined ? null : new Date(board.asOf).toISOString(),
    });
  });

  calls.forUser(rankingCalls.followMine, async (_input, { session, language }) =>
    done(await ownRanking(tools, session.account, language)),
  );

  calls.forUser(rankingCalls.followJoin, async (input, { session, language }) => {
    const judged = judgeName(input.name, tools.siteTitle());
    if (!judged.ok) return refuse(judged.reason, { field: 'name' });
    const { account } = session;
    const current = await listings.of(account);
    // The name that staff took out does not come back by being chosen again.
    if (current?.state === 'hidden' && nameKey(current.name) === judged.key)
      return refuse('display_name_reserved', { field: 'name' });
    if (!(await listings.join(account, judged.name, judged.key)))
      return refuse('display_name_taken', { field: 'name' });
    await board.relist();
    return done(await ownRanking(tools, account, language), 'ranking_joined');
  });

  calls.forUser(rankingCalls.followLeave, async (_input, { session, language }) => {
    await listings.leave(session.account);
    await board.relist();
    return done(await ownRanking(tools, session.account, language), 'ranking_left');
  });
}

async function ownRanking(
  { board, listings, market }: RankingTools,
  account: AccountId,
  language: LanguageCode,
): Promise<OutputOf<typeof rankingCalls.followMine>> {
  const listing = await listings.of(account);
  if (listing === undefined) return { state: 'none', name: '', reason: '', entry: null };
  if (listing.state !== 'listed') {
    return {
      state: listing.state === 'hidden' ? 'hidden' : 'none',
      name: listing.name,
      reason: listing.hiddenBecause,
      entry: null,
    };
  }
  const all = board.list('all', 'three_week_rate');
  const place = all.findIndex(({ member }) => member.account === account);
  const entry = all[place];
  return {
    state: 'listed',
    name: listing.name,
    reason: '',
    entry: entry === undefined ? null : presentEntry(entry, place + 1, language, market),
  };
}
