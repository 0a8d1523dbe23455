import { MOST_GROUP_RULES } from '@fairlot/contract';
import { Button, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { emptyRule } from '../../lists/groups/rule.ts';
import type { Problems } from '../../lists/groups/group-problems.ts';
import { useTargetName, useTargets } from '../../lists/groups/targets.ts';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import type { GroupDraft } from './group-draft.ts';
import { RuleCard } from './RuleCard.tsx';

/** From this number of rules on, a search finds one. */
const SEARCHED_FROM = 8;

export interface RuleListProps {
  readonly draft: GroupDraft;
  readonly problems: Problems;
  /** The target of the rule whose fields are in view. */
  readonly open: string | null;
  readonly onOpen: (target: string | null) => void;
}

/** The rules of a group: each in words, one of them with its fields. */
export function RuleList({ draft, problems, open, onOpen }: RuleListProps): ReactNode {
  const t = useText();
  const nameOf = useTargetName();
  const [search, setSearch] = useState('');
  const { rules } = draft.form;
  const isFound = (target: string): boolean =>
    target === open || nameOf(target).toLowerCase().includes(search.trim().toLowerCase());
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('groups.rules')}</h2>
        <p className="text-14 text-quiet">{rules.length === 0 ? t('groups.noRules') : t('groups.rulesText')}</p>
      </div>
      {rules.length < SEARCHED_FROM ? null : (
        <TextField label={t('field.search')} type="search" icon="search" value={search} onValue={setSearch} />
      )}
      {rules.length === 0 ? null : (
        <ul className="grid grid-cols-1 gap-3">
          {rules.map((rule, index) =>
            isFound(rule.target) ? (
              <RuleCard
                key={rule.target}
                rule={rule}
                name={nameOf(rule.target)}
                path={`rules.${index}`}
                problems={problems}
                open={open === rule.target}
                onToggle={() => onOpen(open === rule.target ? null : rule.target)}
                onChange={draft.putRule}
                onRemove={() => draft.removeRule(rule.target)}
              />
            ) : null,
          )}
        </ul>
      )}
      {rules.length < MOST_GROUP_RULES ? <AddRule draft={draft} onOpen={onOpen} /> : null}
    </section>
  );
}

/** Adds a rule for a category or an instrument that has none. */
function AddRule({ draft, onOpen }: Pick<RuleListProps, 'draft' | 'onOpen'>): ReactNode {
  const t = useText();
  const nameOf = useTargetName();
  const targets = useTargets() ?? [];
  const [chosen, setChosen] = useState('');
  const vacant = targets.filter(({ target }) => draft.form.rules.every((rule) => rule.target !== target));
  const add = (): void => {
    draft.putRule(emptyRule(chosen));
    onOpen(chosen);
    setChosen('');
  };
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-surface border border-line bg-surface p-4">
      <div className="min-w-48 flex-1">
        <SelectField
          label={t('field.applies_to')}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: '', label: '–' },
            ...vacant.map(({ target }) => ({ value: target, label: nameOf(target) })),
          ]}
        />
      </div>
      <Button kind="secondary" disabled={chosen === ''} onClick={add}>
        {t('groups.addRule')}
      </Button>
    </div>
  );
}
