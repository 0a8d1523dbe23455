import type { ReactNode } from 'react';
import { GroupChanges, storedGroup } from '../../lists/groups/GroupChanges.tsx';
import type { RowOf } from '../../lists/list-calls.ts';
import { RecordChange } from '../../lists/RecordChange.tsx';
import { JsonChange } from '../../shared/cells/JsonChange.tsx';
import { Words } from '../../shared/cells/cells.tsx';
import { groupMoveOf, reasonOf } from './proposal-text.ts';

/** Lines of a group's changes in the list of proposals. */
const MOST_LINES = 3;

export interface ProposalChangeProps {
  readonly row: Pick<RowOf<'proposals'>, 'kind' | 'before' | 'after'>;
  /** Shows the fields that stay as they are too. */
  readonly whole?: boolean;
}

/** The old and new values of a proposal; those of a group are in words. */
export function ProposalChange({ row, whole }: ProposalChangeProps): ReactNode {
  const { kind, before, after } = row;
  if (kind === 'group_move') return <JsonChange {...groupMoveOf(row)} whole={whole} />;
  if (kind !== 'group') return <RecordChange before={before} after={after} whole={whole} />;
  return (
    <div className="grid gap-2 text-start">
      <Words>{reasonOf(row)}</Words>
      <GroupChanges
        before={storedGroup(before)}
        after={storedGroup(after)}
        {...(whole === true ? {} : { most: MOST_LINES })}
      />
    </div>
  );
}
