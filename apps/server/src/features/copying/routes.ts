import { PAGE_SIZE, copyingCalls } from '@fairlot/contract';
import type { AccountId } from '@fairlot/engine';
import type { LanguageCode } from '@fairlot/i18n';
import { type Answer, done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import { type CopyWithFigures, withFigures } from './figures.ts';
import type { LeaderPages } from './pages.ts';
import { presentCopy, presentDeed } from './presenter.ts';
import type { ResultQueries } from './result-queries.ts';
import type { CopyService, CopyServiceDeps } from './service.ts';

export interface CopyingDeps extends CopyServiceDeps {
  readonly service: CopyService;
  readonly pages: LeaderPages;
  readonly results: ResultQueries;
}

/** Registers the calls of copiers and leaders. */
export function registerCopying(calls: Calls, deps: CopyingDeps): void {
  const { service, pages, results, queries, directory, market } = deps;
  const present = async (
    answer: Answer<CopyWithFigures>,
    language: LanguageCode,
  ): Promise<Answer<ReturnType<typeof presentCopy>>> =>
    answer.ok ? done((await presentAll([answer.data], language))[0] as ReturnType<typeof presentCopy>) : answer;
  const presentAll = async (copies: readonly CopyWithFigures[], language: LanguageCode) => {
    const leaders = await directory.named(leadersOf(copies));
    return copies.map((copy) => presentCopy(copy, leaders.get(Number(copy.row.leader_id)), language));
  };

  calls.forAnyone(copyingCalls.followTrader, async ({ id }, { session, language }) => {
    const leader = await directory.byNumber(id);
    if (leader === undefined) return refuse('unknown_leader');
    const copy = session === undefined ? undefined : await queries.running(session.account, leader.account);
    return done(await pages.page(leader, language, copy && Number(copy.id)));
  });

  calls.forUser(copyingCalls.copies, async ({ page }, { session, language }) => {
    const { rows, total } = await queries.page(session.account, page);
    return done({ data: await presentAll(await withFigures(deps, rows), language), total });
  });

  calls.forUser(copyingCalls.copyDeeds, async ({ id, page }, { session }) => {
    const copy = await queries.byId(id);
    if (copy === undefined || Number(copy.user_id) !== session.account) return refuse('unknown_copy');
    const { rows, total } = await results.page(id, (page - 1) * PAGE_SIZE, PAGE_SIZE);
    return done({ data: rows.map((row) => presentDeed(row, market)), total });
  });

  calls.forUser(copyingCalls.copyPreview, (input, { session }) => service.preview(session, input));
  calls.forUser(copyingCalls.copyStart, async (input, { session, key, language }) =>
    present(await service.start(session, key, input), language),
  );
  calls.forUser(copyingCalls.copyAmend, async (input, { session, language }) =>
    present(await service.amend(session, input), language),
  );
  calls.forUser(copyingCalls.copyPause, async ({ id }, { session, language }) =>
    present(await service.setState(session, id, 'paused'), language),
  );
  calls.forUser(copyingCalls.copyResume, async ({ id }, { session, language }) =>
    present(await service.setState(session, id, 'active'), language),
  );
  calls.forUser(copyingCalls.copyStop, async ({ id, close }, { session, language }) =>
    present(await service.stop(session, id, close === 1), language),
  );
  calls.forUser(copyingCalls.ownLead, async (_input, { session }) => done(await service.lead(session.account)));
  calls.forUser(copyingCalls.setLead, ({ accepts, fee_percent: percent }, { session }) =>
    service.setLead(session.account, accepts === 1, percent),
  );
}

function leadersOf(copies: readonly CopyWithFigures[]): readonly AccountId[] {
  return [...new Set(copies.map(({ row }) => Number(row.leader_id)))];
}
