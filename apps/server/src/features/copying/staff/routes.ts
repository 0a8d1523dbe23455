import { type OutputOfStaff, copyingStaffCalls } from '@fairlot/contract';
import type { LanguageCode } from '@fairlot/i18n';
import { done, refuse } from '../../../http/answer.ts';
import type { MarketData } from '../../../market/port.ts';
import { uidOf } from '../../../platform/uid.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import type { CopyRow } from '../copy-row.ts';
import { type FiguresDeps, withFigures } from '../figures.ts';
import { presentLeader } from '../leader-presenter.ts';
import { presentDeed, presentFigures, presentTerms } from '../presenter.ts';
import type { CopyQueries } from '../queries.ts';
import type { LeaderDirectory } from '../service.ts';
import type { CopySupervisor } from '../supervisor.ts';
import type { CopyStaffQueries } from './queries.ts';

type WireCopy = OutputOfStaff<typeof copyingStaffCalls.officeCopyStop>;

export interface CopyingStaffDeps extends FiguresDeps {
  readonly staffQueries: CopyStaffQueries;
  readonly queries: CopyQueries;
  readonly supervisor: CopySupervisor;
  readonly directory: LeaderDirectory;
  readonly market: MarketData;
}

/** Registers the staff calls about copies: who copies whom, with which result, and their end. */
export function registerCopyingStaff(calls: StaffCalls, deps: CopyingStaffDeps): void {
  const { staffQueries, queries, supervisor, market } = deps;

  calls.forList(copyingStaffCalls.officeCopies, async (filters, slice, { language }) => {
    const { rows, total } = await staffQueries.copies(filters, slice);
    return done({ list: await presentCopies(deps, rows, language), total });
  });

  calls.forList(copyingStaffCalls.officeCopyDeeds, async (filters, slice) => {
    const { rows, total } = await staffQueries.deeds(filters, slice);
    return done({
      list: rows.map((row) => {
        const { type: _type, ...deed } = presentDeed(row, market);
        return {
          ...deed,
          copy_id: Number(row.copy_id),
          user_id: Number(row.user_id),
          leader_id: Number(row.leader_id),
          leader_order_id: Number(row.leader_order),
        };
      }),
      total,
    });
  });

  calls.forStaff(copyingStaffCalls.officeCopyStop, async ({ id, close, reason }, { about, language }) => {
    const copy = await queries.byId(id);
    if (copy === undefined) return refuse('unknown_copy');
    about({ user: Number(copy.user_id) });
    const row = await supervisor.stopCopy(id, { ended: 'staff', closes: close === 1, reason });
    if (row === undefined) return refuse('copy_not_running');
    const [presented] = await presentCopies(deps, [row], language);
    return presented === undefined ? refuse('unknown_copy') : done(presented);
  });
}

async function presentCopies(
  deps: CopyingStaffDeps,
  rows: readonly CopyRow[],
  language: LanguageCode,
): Promise<readonly WireCopy[]> {
  const [copies, kinds, leaders] = await Promise.all([
    withFigures(deps, rows),
    deps.staffQueries.kinds(rows.map(({ user_id: user }) => user)),
    deps.directory.named([...new Set(rows.map(({ leader_id: leader }) => Number(leader)))]),
  ]);
  return copies.map((copy) => {
    const { row } = copy;
    const [user, leader] = [Number(row.user_id), Number(row.leader_id)];
    return {
      id: Number(row.id),
      user_id: user,
      uid: uidOf(user),
      leader_id: leader,
      leader_uid: uidOf(leader),
      leader_name: presentLeader(leaders.get(leader), language).name,
      account_kind: kinds.get(row.user_id) ?? 'real',
      state: row.state,
      ended: row.ended,
      reason: row.reason,
      terms: presentTerms(row),
      fee_percent: row.fee_percent,
      figures: presentFigures(copy),
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    };
  });
}
