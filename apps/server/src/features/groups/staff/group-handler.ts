import { concernsOpenPositions } from '@fairlot/contract';
import type { GroupId } from '@fairlot/domain';
import { type Answer, refuse } from '../../../http/answer.ts';
import { namesOf } from '../../../staff/record-changes.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import { NOTICE_MS } from '../../../staff/proposals/proposals.ts';
import { rolloverFrom } from '../../../staff/proposals/rollover-notice.ts';
import type { ClientGroups } from '../groups.ts';
import type { Accept, GroupAuthor, GroupQueries } from '../queries.ts';
import { proposedBy } from '../proposed.ts';
import type { GroupRecord, GroupValues } from '../record.ts';

export interface GroupHandlerDeps {
  readonly groups: ClientGroups;
  readonly queries: Pick<GroupQueries, 'hasRealPositions'>;
  /** Market time. */
  readonly now: () => number;
  /** The number of the proposal whose change of a group waits for its date. */
  readonly announced: (group: GroupId) => number | undefined;
  readonly onAnnounced: (announced: ReadonlyMap<GroupId, number>) => void;
  /** Adds a group, or replaces one, in the queue. */
  readonly apply: (
    group: GroupRecord | undefined,
    values: GroupValues,
    author: GroupAuthor,
    finish: (db: Parameters<Accept>[0]) => Promise<void>,
  ) => Promise<Answer<GroupRecord>>;
}

/**
 * Proposals of new and changed groups. A change that concerns open positions of real accounts takes effect at a rollover,
 * after its charges: the rollovers until then have the old swaps, and no shard is told in the middle of one.
 */
export function groupHandler(deps: GroupHandlerDeps): ProposalHandler {
  const { groups, queries } = deps;
  const subjectOf = (row: ProposalRow): GroupRecord | undefined =>
    row.subject_id === null ? undefined : groups.of(Number(row.subject_id));
  const isCurrent = (row: ProposalRow): boolean => {
    if (row.subject_id === null) return true;
    const other = deps.announced(Number(row.subject_id));
    return subjectOf(row)?.version === row.base_version && (other === undefined || other === Number(row.id));
  };
  return {
    isCurrent: (row) => Promise.resolve(isCurrent(row)),
    noticeMs: async (row) => {
      const group = subjectOf(row);
      if (group === undefined || !concernsOpenPositions(group.definition, proposedBy(row).definition)) return 0;
      return (await queries.hasRealPositions(group.id)) ? NOTICE_MS : 0;
    },
    effect: { now: deps.now, from: rolloverFrom },
    subjectNames: (subjects) =>
      Promise.resolve(subjects.map(({ id, after }) => (id === null ? String(after['name']) : groups.nameOf(id)))),
    refusal: ({ subject }) =>
      subject !== null && deps.announced(subject) !== undefined ? 'change_announced' : undefined,
    onScheduled: (rows) =>
      deps.onAnnounced(
        new Map(rows.flatMap((row) => (row.subject_id === null ? [] : [[Number(row.subject_id), Number(row.id)]]))),
      ),
    apply: async (row, finish) => {
      const group = subjectOf(row);
      if (row.subject_id !== null && group?.version !== row.base_version) return refuse('record_changed');
      const { reason, ...values } = proposedBy(row);
      const applied = await deps.apply(group, values, { by: namesOf(row), reason }, finish);
      // The charges of a rollover take seconds: the proposal stays due.
      return !applied.ok && applied.reason === 'rollover_under_way' ? refuse('not_ready') : applied;
    },
  };
}
