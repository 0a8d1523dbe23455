import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { GroupChanges } from '../../lists/groups/GroupChanges.tsx';
import type { GroupForm } from '../../lists/groups/rule.ts';
import { useText } from '../../shared/language/language.ts';
import type { GroupDraft } from './group-draft.ts';

/** A colleague's changes of the group meanwhile, and the choice between the two versions. */
export function GroupConflict({
  draft,
  theirs,
}: {
  readonly draft: GroupDraft;
  readonly theirs: GroupForm;
}): ReactNode {
  const t = useText();
  return (
    <section
      data-testid="conflict"
      className="grid gap-3 rounded-surface border border-line bg-notice-soft p-4 text-14"
    >
      <p>{t('groups.conflict')}</p>
      <GroupChanges before={draft.base} after={theirs} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={draft.keepMine}>{t('groups.keepMine')}</Button>
        <Button kind="secondary" onClick={draft.discard}>
          {t('draft.takeTheirs')}
        </Button>
      </div>
    </section>
  );
}
