import { expect, it } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import type { ProposalHandler } from './proposal-handler.ts';
import type { ProposalRow } from './proposal-store.ts';
import { Proposals } from './proposals.ts';

it('an approved change is announced although the database was away after the approval', async () => {
  const row = { id: 1n, kind: 'group', author_id: 1n, approver_id: null, state: 'waiting', effective_at: null };
  let approved: ProposalRow | undefined;
  let isAway = false;
  const announced: (readonly bigint[])[] = [];
  const deps = {
    store: {
      byId: () => Promise.resolve(approved ?? row),
      approve: () => {
        approved = { ...row, state: 'approved', effective_at: new Date(5) } as unknown as ProposalRow;
        isAway = true;
        return Promise.resolve(true);
      },
      scheduled: () => {
        if (isAway) return Promise.reject(new Error('the database is away'));
        return Promise.resolve(approved === undefined ? [] : [approved]);
      },
      due: () => Promise.resolve([]),
    },
    people: { mayDecide: () => Promise.resolve({ ok: true }) },
    clock: () => 0,
    log: { error: () => undefined, info: () => undefined },
  };
  const proposals = new Proposals(deps as unknown as ConstructorParameters<typeof Proposals>[0]);
  proposals.register('group', {
    isCurrent: () => Promise.resolve(true),
    noticeMs: () => Promise.resolve(5),
    onScheduled: (rows: readonly ProposalRow[]) => announced.push(rows.map(({ id }) => id)),
  } as unknown as ProposalHandler);
  await expect(
    proposals.decide(1, { staff: 2, roles: ['administrator'] } as unknown as StaffSession, true),
  ).rejects.toThrow('the database is away');
  isAway = false;
  await proposals.applyDue();
  expect(announced).toEqual([[1n]]);
  await proposals.applyDue();
  expect(announced).toHaveLength(1);
});
