import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../http/answer.ts';
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

describe('a due change that is refused', () => {
  const due = { id: 1n, kind: 'group', author_id: 1n, state: 'approved', effective_at: null } as unknown as ProposalRow;
  let isDue: boolean;
  let finish: (reason: string | null) => Promise<void>;
  let record: (outcome: string) => Promise<void>;
  let answer: Answer<unknown>;
  let entries: string[];
  let finished: (string | null)[];
  let proposals: Proposals;

  beforeEach(() => {
    isDue = true;
    entries = [];
    finished = [];
    answer = { ok: false, reason: 'record_changed' };
    finish = (reason) => {
      isDue = false;
      finished.push(reason);
      return Promise.resolve();
    };
    record = (outcome) => {
      entries.push(outcome);
      return Promise.resolve();
    };
    const deps = {
      store: {
        due: () => Promise.resolve(isDue ? [due] : []),
        scheduled: () => Promise.resolve([]),
        finish: (_id: number, reason: string | null) => finish(reason),
      },
      clock: () => 0,
      record: (_row: ProposalRow, outcome: string) => record(outcome),
      log: { error: () => undefined, info: () => undefined },
    };
    proposals = new Proposals(deps as unknown as ConstructorParameters<typeof Proposals>[0]);
    proposals.register('group', { apply: () => Promise.resolve(answer) } as unknown as ProposalHandler);
  });

  it('has its audit entry when the answer of the commit was lost', async () => {
    const stored = finish;
    finish = async (reason) => {
      await stored(reason);
      throw new Error('the connection was lost after the commit');
    };
    await proposals.applyDue();
    await proposals.applyDue();
    expect(entries).toEqual(['due', 'refused']);
    expect(finished).toEqual(['record_changed']);
  });

  it('has it once, and stays refused, when the outcome could not be stored at first', async () => {
    const stored = finish;
    finish = () => Promise.reject(new Error('the database is away'));
    await proposals.applyDue();
    finish = stored;
    answer = { ok: true, data: {} };
    await proposals.applyDue();
    expect(entries).toEqual(['due', 'refused']);
    expect(finished).toEqual(['record_changed']);
  });

  it('waits for its audit entry', async () => {
    const recorded = record;
    record = (outcome) =>
      outcome === 'refused' ? Promise.reject(new Error('the database is away')) : recorded(outcome);
    await proposals.applyDue();
    expect(finished).toEqual([]);
    record = recorded;
    await proposals.applyDue();
    expect(entries).toEqual(['due', 'refused']);
    expect(finished).toEqual(['record_changed']);
  });
});
