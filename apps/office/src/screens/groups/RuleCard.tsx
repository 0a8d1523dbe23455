import { Button, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { Problems } from '../../lists/groups/group-problems.ts';
import type { RuleForm } from '../../lists/groups/rule.ts';
import { useText } from '../../shared/language/language.ts';
import { problemWords } from './problem-words.ts';
import { RuleFields } from './RuleFields.tsx';
import { RuleWords } from './RuleWords.tsx';

export interface RuleCardProps {
  readonly rule: RuleForm;
  /** The category or the instrument. */
  readonly name: string;
  /** The rule in the definition, such as `rules.0`. */
  readonly path: string;
  readonly problems: Problems;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChange: (rule: RuleForm) => void;
  readonly onRemove: () => void;
}

/** A rule in words, or with its fields. */
export function RuleCard({ rule, name, path, problems, open, onToggle, onChange, onRemove }: RuleCardProps): ReactNode {
  const t = useText();
  const problem = problemWords(t, problems.get(path));
  const isBad = [...problems.keys()].some((each) => each === path || each.startsWith(`${path}.`));
  return (
    <li
      data-testid="rule"
      className={cx('rounded-surface border bg-surface p-4', isBad ? 'border-critical' : 'border-line')}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="min-w-full flex-1 text-16 font-semibold break-words sm:min-w-0">
          <bdi>{name}</bdi>
        </h3>
        <div className="-ms-4 flex flex-wrap sm:ms-0">
          <Button
            kind="plain"
            aria-expanded={open}
            aria-label={`${t(open ? 'action.close' : 'action.edit')}: ${name}`}
            onClick={onToggle}
          >
            {t(open ? 'action.close' : 'action.edit')}
          </Button>
          <Button kind="plain" aria-label={`${t('groups.removeRule')}: ${name}`} onClick={onRemove}>
            {t('groups.removeRule')}
          </Button>
        </div>
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="text-14 text-critical">
          {problem}
        </p>
      )}
      {open ? (
        <RuleFields rule={rule} path={path} problems={problems} onChange={onChange} />
      ) : (
        <RuleWords rule={rule} />
      )}
    </li>
  );
}
