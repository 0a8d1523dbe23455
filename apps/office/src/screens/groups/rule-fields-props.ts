import type { Problems } from '../../lists/groups/group-problems.ts';
import type { RuleForm } from '../../lists/groups/rule.ts';

export interface RuleFieldsProps {
  readonly rule: RuleForm;
  /** The rule in the definition, such as `rules.0`. */
  readonly path: string;
  readonly problems: Problems;
  readonly onChange: (rule: RuleForm) => void;
}
