import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { GroupDetail } from '../../lists/groups/rule.ts';
import { problemsOf } from '../../lists/groups/group-problems.ts';
import type { Problems } from '../../lists/groups/group-problems.ts';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import { LeaveQuestion } from '../../shared/drafts/LeaveQuestion.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { addGroup, changeGroup } from './group-actions.tsx';
import { useGroupDraft } from './group-draft.ts';
import type { GroupDraft } from './group-draft.ts';
import { GeneralFields } from './GeneralFields.tsx';
import { GroupConflict } from './GroupConflict.tsx';
import { RuleList } from './RuleList.tsx';

/** Loads the group to edit; a new one starts empty. */
export function GroupEditor(): ReactNode {
  const { id = 'new' } = useParams();
  const fresh = id === 'new';
  const query = useRead('officeGroup', { id }, { enabled: !fresh, every: REFRESH_MS });
  if (fresh) return <Editor key="new" group={undefined} />;
  return <Loaded query={query}>{(group) => <Editor key={group.id} group={group} />}</Loaded>;
}

const NONE: Problems = new Map();

function Editor({ group }: { readonly group: GroupDetail | undefined }): ReactNode {
  const t = useText();
  const draft = useGroupDraft(group);
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const found = problemsOf(draft.form);
  const problems = tried ? found : NONE;
  const save = useSave(group, draft);
  const review = (): void => {
    setTried(true);
    if (found.size === 0) save();
    else setOpen(firstTarget(draft, found) ?? open);
  };
  const back = group === undefined ? '/groups' : `/groups/${group.id}`;
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={group === undefined ? t('groups.add') : `${t('groups.edit')} · ${group.name}`}
        tools={
          <>
            <Link to={back} className="inline-flex min-h-11 items-center px-3 text-14 font-semibold text-brand">
              {t('action.back')}
            </Link>
            <Button disabled={!draft.changes || draft.theirs !== undefined} onClick={review}>
              {t('action.review')}
            </Button>
          </>
        }
      />
      <div className="gutter grid grid-cols-1 items-start gap-4 pb-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          {problems.size === 0 ? null : (
            <p role="alert" className="rounded-control bg-critical-soft p-3 text-14 text-critical">
              {t('form.check')}
            </p>
          )}
          {draft.theirs === undefined ? null : <GroupConflict draft={draft} theirs={draft.theirs} />}
          <GeneralFields form={draft.form} problems={problems} onChange={draft.change} />
        </div>
        <RuleList draft={draft} problems={problems} open={open} onOpen={setOpen} />
      </div>
      <LeaveQuestion dirty={draft.dirty} onDiscard={draft.discard} />
    </div>
  );
}

/** Returns the function that opens the dialog which saves the draft. */
function useSave(group: GroupDetail | undefined, draft: GroupDraft): () => void {
  const t = useText();
  const go = useNavigate();
  const { saved, form, discard } = draft;
  const leave = (path: string): void => {
    discard();
    void go(path, { replace: true });
  };
  if (group === undefined)
    return () => addGroup(t, saved, form, (id) => leave(id === null ? '/groups' : `/groups/${id}`));
  return () => changeGroup(t, group, saved, form, () => leave(`/groups/${group.id}`));
}

/** The target of the first rule with a problem. */
function firstTarget({ form }: GroupDraft, problems: Problems): string | undefined {
  return form.rules.find((_, index) =>
    [...problems.keys()].some((path) => path === `rules.${index}` || path.startsWith(`rules.${index}.`)),
  )?.target;
}
