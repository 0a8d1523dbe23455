import { type OutputOf, PAGE_SIZE, rankingCalls } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { MarketData } from '../../market/port.ts';
import type { Listings } from './listings.ts';
import { judgeName, nameKey } from './names.ts';
import { presentEntry } from './presenter.ts';
import type { RankingBoard } from './ranking-board.ts';

export interface RankingDeps {
  readonly board: RankingBoard;
  readonly listings: Listings;
  readonly market: Pick<MarketData, 'instrument'>;
  readonly siteTitle: () => string;
}

/** Registers the public ranking and the calls for a user's own entry. */
export function registerRanking(calls: Calls, deps: RankingDeps): void {
  const { board, listings, market } = deps;

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
    done(await ownRanking(deps, session.account, language)),
  );

  calls.forUser(rankingCalls.followJoin, async (input, { session, language }) => {
    const judged = judgeName(input.name, deps.siteTitle());
    if (!judged.ok) return refuse(judged.reason, { field: 'name' });
    const { account } = session;
    const current = await listings.of(account);
    // An owner can't restore a hidden name by choosing it again.
    if (current?.state === 'hidden' && nameKey(current.name) === judged.key)
      return refuse('display_name_reserved', { field: 'name' });
    if (!(await listings.join(account, judged.name, judged.key)))
      return refuse('display_name_taken', { field: 'name' });
    await board.relist();
    return done(await ownRanking(deps, account, language), 'ranking_joined');
  });

  calls.forUser(rankingCalls.followLeave, async (_input, { session, language }) => {
    await listings.leave(session.account);
    await board.relist();
    return done(await ownRanking(deps, session.account, language), 'ranking_left');
  });
}

async function ownRanking(
  { board, listings, market }: RankingDeps,
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
  const index = all.findIndex(({ member }) => member.account === account);
  const entry = all[index];
  return {
    state: 'listed',
    name: listing.name,
    reason: '',
    entry: entry === undefined ? null : presentEntry(entry, index + 1, language, market),
  };
}
