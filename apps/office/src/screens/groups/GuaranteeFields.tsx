import type { ReactNode } from 'react';
import type { RuleForm } from '../../lists/groups/rule.ts';
import { FigureField } from '../../shared/forms/FigureField.tsx';
import { SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { problemWords } from './problem-words.ts';
import type { RuleFieldsProps } from './rule-fields-props.ts';

/** The terms of guaranteed stops of a rule, in points. */
export function GuaranteeFields({ rule, path, problems, onChange }: RuleFieldsProps): ReactNode {
  const t = useText();
  const at = (name: string) => problemWords(t, problems.get(`${path}.guarantee.${name}`));
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
      <SelectField
        label={t('field.guarantee')}
        value={rule.guarantee}
        onChange={(guarantee) => onChange({ ...rule, guarantee: guarantee as RuleForm['guarantee'] })}
        options={[
          { value: '', label: t('groups.notSet') },
          { value: 'points', label: t('form.yes') },
          { value: 'none', label: t('groups.guaranteeNone') },
        ]}
      />
      {rule.guarantee === 'points' ? (
        <>
          <FigureField
            label={t('groups.guaranteePremium')}
            value={rule.premium}
            error={at('premium')}
            onValue={(premium) => onChange({ ...rule, premium })}
          />
          <FigureField
            label={t('groups.guaranteeDistance')}
            value={rule.distance}
            error={at('distance')}
            onValue={(distance) => onChange({ ...rule, distance })}
          />
        </>
      ) : null}
    </div>
  );
}
