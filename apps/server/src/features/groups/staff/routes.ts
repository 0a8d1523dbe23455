import { type GroupRule, groupCalls } from '@fairlot/contract';
import type { MarketAdmin } from '../../../market/port.ts';
import { done, refuse } from '../../../http/answer.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { StaffCalls } from '../../../staff/staff-calls.ts';
import { rolloverAfterNotice } from '../../../staff/proposals/rollover-notice.ts';
import type { ClientGroups } from '../groups.ts';
import type { MoveQueries } from '../move-queries.ts';
import type { GroupQueries } from '../queries.ts';
import type { UsualSpreads } from '../usual-spreads.ts';
import type { GroupActions } from './actions.ts';
import { type MoveActions, needsNotice } from './move-actions.ts';
import { presentDetail, presentGroup, presentWaiting, resolvedMarkups } from './presenter.ts';

export interface GroupStaffDeps {
  readonly queries: GroupQueries;
  readonly moveQueries: MoveQueries;
  readonly groups: ClientGroups;
  readonly spreads: Pick<UsualSpreads, 'of'>;
  readonly actions: GroupActions;
  readonly moves: MoveActions;
  readonly market: MarketAdmin;
  readonly areTwoNeeded: () => Promise<boolean>;
  /** Proposals of a kind that have not ended, the newest first. */
  readonly open: (kind: 'group' | 'group_move') => Promise<readonly ProposalRow[]>;
}

/** Staff calls about groups of accounts. */
export function registerGroupStaff(calls: StaffCalls, deps: GroupStaffDeps): void {
  registerGroups(calls, deps);
  registerEffects(calls, deps);
  registerChanges(calls, deps);
  registerMoves(calls, deps);
}

function registerGroups(calls: StaffCalls, deps: GroupStaffDeps): void {
  const { queries, groups, open } = deps;

  calls.forList(groupCalls.officeGroups, async ({ q }, { offset, limit }) => {
    const wanted = q?.trim().toLowerCase() ?? '';
    const found = groups.all().filter(({ definition }) => definition.name.toLowerCase().includes(wanted));
    const [accounts, waiting] = [await queries.accounts(), await open('group')];
    return done({
      list: found
        .slice(offset, offset + limit)
        .map((each) => presentGroup(each, accounts.get(each.id), changeOf(waiting, each.id))),
      total: found.length,
    });
  });

  calls.forStaff(groupCalls.officeGroup, async ({ id }, { language }) => {
    const group = groups.of(id);
    if (group === undefined) return refuse('unknown_group');
    const accounts = (await queries.accounts()).get(id);
    return done(presentDetail(group, accounts, changeOf(await open('group'), id), deps, language));
  });

  calls.forList(groupCalls.officeGroupChanges, async ({ group_id: group, ...period }, slice) => {
    const { rows, total } = await queries.changes(group, period, slice);
    const list = rows.map(({ id, at, ...row }) => ({ ...row, id: Number(id), at: at.toISOString() }));
    return done({ list, total });
  });
}

function registerEffects(calls: StaffCalls, deps: GroupStaffDeps): void {
  const { queries, groups, market, areTwoNeeded } = deps;

  calls.forStaff(groupCalls.officeGroupEffect, async ({ id }) => {
    if (groups.of(id) === undefined) return refuse('unknown_group');
    const [held, needed] = [await queries.holders(id), await areTwoNeeded()];
    return done({
      ...held,
      needs_approval: needed,
      effective_at: needed && held.real.positions > 0 ? dateOfNotice(market) : null,
    });
  });

  calls.forStaff(groupCalls.officeGroupMarkup, ({ scope, id, bid, ask, percent }) => {
    const points = { mode: 'points', bid: Number(bid ?? 0), ask: Number(ask ?? 0) } as const;
    const markup: GroupRule['markup'] = percent === undefined ? points : { mode: 'spreadShare', percent };
    return done({ list: resolvedMarkups({ scope, id, markup }, undefined, deps) });
  });
}

function registerChanges(calls: StaffCalls, { actions }: GroupStaffDeps): void {
  calls.forStaff(groupCalls.officeAddGroup, async ({ reason, ...definition }, { staff }) => {
    const added = await actions.add(definition, reason, { id: staff.staff, name: staff.name });
    return added.ok ? done(presentChange(added.data)) : added;
  });

  calls.forStaff(groupCalls.officeChangeGroup, async ({ id, version, reason, ...definition }, { staff }) => {
    const by = { id: staff.staff, name: staff.name };
    const changed = await actions.change({ id, version }, definition, reason, by);
    return changed.ok ? done(presentChange(changed.data)) : changed;
  });

  calls.forStaff(groupCalls.officeRemoveGroup, ({ reason, ...of }, { staff }) =>
    actions.remove(of, reason, { id: staff.staff, name: staff.name }),
  );
}

function registerMoves(calls: StaffCalls, deps: GroupStaffDeps): void {
  const { moveQueries, groups, moves, market, open } = deps;
  const nameOf = (id: number): string => groups.nameOf(id) ?? '';

  calls.forStaff(groupCalls.officeAccountGroup, async ({ user_id: user }) => {
    const account = await moveQueries.account(user);
    if (account === undefined) return refuse('unknown_user');
    const waiting = changeOf(await open('group_move'), user);
    const { kind, group, positions, pending } = account;
    const to = waiting === undefined ? undefined : (JSON.parse(waiting.after) as { readonly group_id: number });
    return done({
      group_id: group,
      name: nameOf(group),
      kind,
      positions,
      pending,
      needs_approval: needsNotice(account),
      effective_at: needsNotice(account) ? dateOfNotice(market) : null,
      waiting:
        waiting === undefined || to === undefined
          ? null
          : { ...presentWaiting(waiting), group_id: to.group_id, name: nameOf(to.group_id) },
    });
  });

  calls.forStaff(groupCalls.officeMoveAccount, ({ user_id: user, group_id: to, seen, reason }, { staff }) =>
    moves.move({ user, to, seen }, reason, { id: staff.staff, name: staff.name }),
  );

  calls.forList(groupCalls.officeGroupMoves, async (filters, slice) => {
    const { rows, total } = await moveQueries.page(filters, slice);
    const list = rows.map((row) => ({
      id: Number(row.id),
      at: row.at.toISOString(),
      staff_name: row.staff_name,
      user_id: Number(row.user_id),
      from_group: row.from_group,
      from_name: nameOf(row.from_group),
      to_group: row.to_group,
      to_name: nameOf(row.to_group),
      reason: row.reason,
    }));
    return done({ list, total });
  });
}

/** The change that waits of a record: a decided one, or else the newest. */
function changeOf(rows: readonly ProposalRow[], subject: number): ProposalRow | undefined {
  const own = rows.filter((row) => Number(row.subject_id) === subject);
  return own.find(({ state, alone }) => state === 'approved' || alone) ?? own[0];
}

function presentChange({
  record,
  proposal,
}: {
  readonly record: { readonly id: number; readonly version: number } | undefined;
  readonly proposal: number | undefined;
}) {
  return { id: record?.id ?? null, version: record?.version ?? null, proposal: proposal ?? null };
}

function dateOfNotice(market: MarketAdmin): string {
  return new Date(rolloverAfterNotice(market.now())).toISOString();
}
