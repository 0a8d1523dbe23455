import type { ReactNode } from 'react';
import { hasPart } from '../../lists/groups/group-merge.ts';
import { RULE_PARTS } from '../../lists/groups/rule.ts';
import type { RuleForm, RulePart } from '../../lists/groups/rule.ts';
import { PART_FIELDS, partWords, tierLines } from '../../lists/groups/rule-words.ts';
import { Shown } from '../../shared/cells/Shown.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';

export interface RuleWordsProps {
  readonly rule: RuleForm;
  /** Stands below the words of the markup. */
  readonly costs?: ReactNode;
}

/** The parts that a rule sets, in words. */
export function RuleWords({ rule, costs }: RuleWordsProps): ReactNode {
  const t = useText();
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-2 text-14 sm:grid-cols-2">
      {RULE_PARTS.filter((part) => hasPart(rule, part)).map((part) => (
        <div key={part}>
          <dt className="text-12 text-quiet">{t(`field.${PART_FIELDS[part]}`)}</dt>
          <dd className="break-words">
            <PartWords rule={rule} part={part} />
            {part === 'markup' ? costs : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One part of a rule in words; each tier on its own line. */
export function PartWords({ rule, part }: { readonly rule: RuleForm; readonly part: RulePart }): ReactNode {
  const t = useText();
  const percent = usePercent();
  if (part !== 'tiers' || rule.tiering !== 'own') return <Shown>{partWords(t, percent, part, rule)}</Shown>;
  return (
    <ul>
      {tierLines(t, rule).map((line) => (
        <li key={line}>
          <Shown>{line}</Shown>
        </li>
      ))}
    </ul>
  );
}
