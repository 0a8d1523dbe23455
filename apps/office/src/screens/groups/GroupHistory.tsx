import { PAGE_SIZE } from '@fairlot/contract';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { GroupChanges, storedGroup } from '../../lists/groups/GroupChanges.tsx';
import { useListPage } from '../../lists/list-calls.ts';
import { Pager } from '../../lists/Pager.tsx';
import { When, Words } from '../../shared/cells/cells.tsx';
import { useText } from '../../shared/language/language.ts';

/** The versions of a group: who made them, when and why, and what changed in words. */
export function GroupHistory({ group }: { readonly group: number }): ReactNode {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useListPage('officeGroupChanges', { group_id: group, page });
  const { list = [], total = 0 } = query.data ?? {};
  if (list.length === 0) return null;
  return (
    <section data-testid="group-history" className="pb-6">
      <h2 className="gutter pt-6 pb-2 text-16 font-semibold">{t('groups.history')}</h2>
      <ol className="gutter grid gap-4">
        {list.map((change) => (
          <li key={change.id} className="grid gap-2">
            <div className="text-14">
              <p className="font-medium">{t('groups.version', { version: change.version })}</p>
              <p className="text-12 text-quiet">
                <When at={change.at} /> · <bdi>{change.staffName}</bdi>
              </p>
              <p>
                <Words>{change.reason}</Words>
              </p>
            </div>
            <GroupChanges before={storedGroup(change.before)} after={storedGroup(change.after)} />
          </li>
        ))}
      </ol>
      {total > PAGE_SIZE ? (
        <Pager page={page} size={PAGE_SIZE} total={total} most={undefined} busy={query.isFetching} onPage={setPage} />
      ) : null}
    </section>
  );
}
