import { RULE_PARTS, figure } from './rule.ts';
import type { GroupForm, RuleForm, RulePart } from './rule.ts';

/** The values of a group outside its rules. */
export const GROUP_FIELDS = ['name', 'note', 'stopOut', 'marginCall', 'hedged'] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];

/** A part of a group that differs between two versions: a value, or a part of a rule. A rule that is absent has no part. */
export type GroupChange =
  | { readonly kind: 'field'; readonly field: GroupField; readonly before: string; readonly after: string }
  | {
      readonly kind: 'rule';
      readonly target: string;
      readonly part: RulePart;
      readonly before: RuleForm | undefined;
      readonly after: RuleForm | undefined;
    };

export function ruleFor(form: GroupForm, target: string): RuleForm | undefined {
  return form.rules.find((rule) => rule.target === target);
}

/** The typed values of a part that count: those of the choice that is made. */
function partOf(rule: RuleForm | undefined, part: RulePart): readonly string[] {
  if (rule === undefined) return [''];
  switch (part) {
    case 'markup':
      if (rule.markup === 'points') return ['points', figure(rule.bid), figure(rule.ask)];
      return rule.markup === 'spreadShare' ? ['spreadShare', figure(rule.percent)] : [''];
    case 'commission':
      return rule.commission === '' ? [''] : [rule.commission, figure(rule.rate)];
    case 'swap':
      return rule.swap === '' || rule.swap === 'free'
        ? [rule.swap]
        : [rule.swap, figure(rule.long), figure(rule.short)];
    case 'tiers':
      return rule.tiering === 'own'
        ? ['own', ...rule.tiers.flatMap(({ from, leverage }) => [figure(from), figure(leverage)])]
        : [rule.tiering];
    case 'maxLeverage':
      return [figure(rule.maxLeverage)];
    case 'offered':
      return [rule.offered];
    case 'guarantee':
      return rule.guarantee === 'points' ? ['points', figure(rule.premium), figure(rule.distance)] : [rule.guarantee];
  }
}

/** True if a part of two rules means the same. */
function isSamePart(one: RuleForm | undefined, other: RuleForm | undefined, part: RulePart): boolean {
  return JSON.stringify(partOf(one, part)) === JSON.stringify(partOf(other, part));
}

/** True if the rule says something about the part. */
export function hasPart(rule: RuleForm | undefined, part: RulePart): boolean {
  return partOf(rule, part)[0] !== '';
}

/** The parts in which two versions of a group differ, in the order of the screen. */
export function groupChanges(before: GroupForm, after: GroupForm): readonly GroupChange[] {
  const fields = GROUP_FIELDS.filter((field) => fieldOf(before, field) !== fieldOf(after, field)).map(
    (field): GroupChange => ({ kind: 'field', field, before: before[field], after: after[field] }),
  );
  const targets = [...new Set([...before.rules, ...after.rules].map(({ target }) => target))];
  const rules = targets.flatMap((target) => {
    const [old, now] = [ruleFor(before, target), ruleFor(after, target)];
    return RULE_PARTS.filter((part) => !isSamePart(old, now, part)).map((part): GroupChange => ({
      kind: 'rule',
      target,
      part,
      before: old,
      after: now,
    }));
  });
  return [...fields, ...rules];
}

function fieldOf(form: GroupForm, field: GroupField): string {
  return field === 'name' || field === 'note' ? form[field].trim() : figure(form[field]);
}

/**
 * Applies the changes between `base` and `mine` to `theirs`: what only the colleague changed stays as the colleague saved
 * it, and what both changed becomes mine. A rule that one removed and the other changed stays changed.
 */
export function mergeGroups(base: GroupForm, mine: GroupForm, theirs: GroupForm): GroupForm {
  const changes = groupChanges(base, mine);
  const fields = Object.fromEntries(
    changes.flatMap((change) => (change.kind === 'field' ? [[change.field, change.after]] : [])),
  );
  const changed = new Set(changes.flatMap((change) => (change.kind === 'rule' ? [change.target] : [])));
  const own = mine.rules.filter(({ target }) => changed.has(target));
  const kept = theirs.rules.flatMap((rule) => {
    if (!changed.has(rule.target)) return [rule];
    const now = ruleFor(mine, rule.target);
    return now === undefined ? [] : [now];
  });
  const added = own.filter(({ target }) => ruleFor(theirs, target) === undefined);
  return { ...theirs, ...fields, rules: [...kept, ...added] };
}
