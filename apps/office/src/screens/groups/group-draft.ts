import { useDraft } from '../../shared/drafts/drafts.ts';
import { EMPTY_GROUP, formOf } from '../../lists/groups/rule.ts';
import type { GroupDetail, GroupForm, RuleForm } from '../../lists/groups/rule.ts';
import { groupChanges, mergeGroups } from '../../lists/groups/group-merge.ts';

/** Entries that are not saved, and the version of the group on which they were made. */
interface Unsaved {
  readonly base: GroupForm;
  readonly mine: GroupForm;
}

/** A group while it is edited. */
export interface GroupDraft {
  readonly form: GroupForm;
  /** The group as it is in force; an empty one while a new group is written. */
  readonly saved: GroupForm;
  readonly change: (part: Partial<GroupForm>) => void;
  /** Replaces a rule, or adds it. */
  readonly putRule: (rule: RuleForm) => void;
  readonly removeRule: (target: string) => void;
  /** True if leaving would lose something. */
  readonly dirty: boolean;
  /** True if saving would change something. */
  readonly changes: boolean;
  /** The group that a colleague has saved since the draft was begun; undefined if it is that of then. */
  readonly theirs: GroupForm | undefined;
  /** The version that the draft was begun on. */
  readonly base: GroupForm;
  /** Puts the draft on the colleague's version: what only the colleague changed is taken over. */
  readonly keepMine: () => void;
  readonly discard: () => void;
}

/** Returns the draft of a group; of a new one if `group` is undefined. It outlives the screen and every refetch. */
export function useGroupDraft(group: GroupDetail | undefined): GroupDraft {
  const [unsaved, setUnsaved] = useDraft<Unsaved>(`group ${group?.id ?? 'new'}`);
  const saved = group === undefined ? EMPTY_GROUP : formOf(group);
  const base = unsaved?.base ?? saved;
  const form = unsaved?.mine ?? saved;
  const put = (mine: GroupForm): void => setUnsaved(isUntouched(base, mine) ? undefined : { base, mine });
  return {
    form,
    saved,
    change: (part) => put({ ...form, ...part }),
    putRule: (rule) => {
      const isNew = form.rules.every(({ target }) => target !== rule.target);
      const rules = isNew
        ? [...form.rules, rule]
        : form.rules.map((each) => (each.target === rule.target ? rule : each));
      put({ ...form, rules });
    },
    removeRule: (target) => put({ ...form, rules: form.rules.filter((each) => each.target !== target) }),
    dirty: unsaved !== undefined,
    changes: groupChanges(saved, form).length > 0,
    theirs: unsaved === undefined || groupChanges(base, saved).length === 0 ? undefined : saved,
    base,
    keepMine: () => setUnsaved({ base: saved, mine: mergeGroups(base, form, saved) }),
    discard: () => setUnsaved(undefined),
  };
}

/** True if nothing was entered: a rule that was added and says nothing yet is an entry too. */
function isUntouched(base: GroupForm, mine: GroupForm): boolean {
  return groupChanges(base, mine).length === 0 && base.rules.length === mine.rules.length;
}
