import { MOST_COMMISSION, groupDefinition } from '@fairlot/contract';
import { isGrouped } from '../../shared/forms/typed-figure.ts';
import { RULE_PARTS, definitionOf, figure } from './rule.ts';
import type { GroupForm, RuleForm } from './rule.ts';
import { hasPart } from './group-merge.ts';

/**
 * Why a value of a group can't be saved. `grouped`: it has marks between thousands; `tiers`: their order; `level`: the
 * margin call is not above the stop-out.
 */
export type Problem = 'bad' | 'missing' | 'grouped' | 'tiers' | 'level' | 'nothing';

/** Problems by the path of the value in the definition, such as `rules.0.markup.bid`; `rules.0` is the rule as a whole. */
export type Problems = ReadonlyMap<string, Problem>;

/** All that would make the server refuse a group without asking the market. */
export function problemsOf(form: GroupForm): Problems {
  const definition = definitionOf(form);
  const found = new Map<string, Problem>();
  for (const { path } of groupDefinition.safeParse(definition).error?.issues ?? [])
    found.set(path.join('.'), problemOf(definition, path));
  const [stopOut, marginCall] = [form.stopOut, form.marginCall].map((typed) => Number(figure(typed)));
  if (form.stopOut !== '' && form.marginCall !== '' && (marginCall ?? 0) <= (stopOut ?? 0))
    found.set('margin_call_percent', 'level');
  for (const [index, rule] of form.rules.entries()) addRuleProblems(found, `rules.${index}`, rule);
  return found;
}

/** The problem of the refused value at a path of the definition. */
function problemOf(definition: unknown, path: readonly PropertyKey[]): Problem {
  let value = definition;
  for (const key of path) value = (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key];
  if (value === '') return 'missing';
  return typeof value === 'string' && isGrouped(value) ? 'grouped' : 'bad';
}

function addRuleProblems(found: Map<string, Problem>, path: string, rule: RuleForm): void {
  if (!RULE_PARTS.some((part) => hasPart(rule, part))) found.set(path, 'nothing');
  if (rule.commission !== '' && Number(figure(rule.rate)) > MOST_COMMISSION[rule.commission])
    found.set(`${path}.commission.rate`, 'bad');
  if (rule.tiering !== 'own') return;
  if (rule.tiers.length === 0) found.set(`${path}.tiers`, 'tiers');
  for (const [index, tier] of rule.tiers.entries()) {
    const before = rule.tiers[index - 1];
    const [from, leverage] = [Number(figure(tier.from)), Number(figure(tier.leverage))];
    const begins = before === undefined ? from === 0 : from > Number(figure(before.from));
    if (!begins) set(found, `${path}.tiers.${index}.from_usd`, 'tiers');
    if (before !== undefined && leverage >= Number(figure(before.leverage)))
      set(found, `${path}.tiers.${index}.leverage`, 'tiers');
  }
}

/** The first problem of a value is the one to say. */
function set(found: Map<string, Problem>, path: string, problem: Problem): void {
  if (!found.has(path)) found.set(path, problem);
}
