import { GROUP_LEVEL_BOUNDS, groupHedgedMargin } from '@fairlot/contract';
import { isolate } from '@fairlot/i18n';
import { TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { Problems } from '../../lists/groups/group-problems.ts';
import type { GroupForm } from '../../lists/groups/rule.ts';
import { LongField, SelectField } from '../../shared/forms/inputs.tsx';
import { useText } from '../../shared/language/language.ts';
import { FigureField } from '../../shared/forms/FigureField.tsx';
import { problemWords } from './problem-words.ts';

const LEVELS = [
  ['stopOut', 'stop_out_percent'],
  ['marginCall', 'margin_call_percent'],
] as const;

export interface GeneralFieldsProps {
  readonly form: GroupForm;
  readonly problems: Problems;
  readonly onChange: (part: Partial<GroupForm>) => void;
}

/** The name of a group, its levels, its hedged margin and the remark on it. */
export function GeneralFields({ form, problems, onChange }: GeneralFieldsProps): ReactNode {
  const t = useText();
  return (
    <section className="grid gap-3 rounded-surface border border-line bg-surface p-4">
      <TextField
        label={t('field.name')}
        value={form.name}
        maxLength={60}
        dir="auto"
        autoComplete="off"
        error={problemWords(t, problems.get('name'))}
        onValue={(name) => onChange({ name })}
      />
      {LEVELS.map(([name, field]) => {
        const [least, most] = GROUP_LEVEL_BOUNDS[field];
        const hint = t('groups.levelHint', { bounds: isolate(`${least}–${most}`) });
        return (
          <FigureField
            key={field}
            label={t(`field.${field}`)}
            value={form[name]}
            hint={hint}
            error={problemWords(t, problems.get(field), hint)}
            onValue={(value) => onChange({ [name]: value })}
          />
        );
      })}
      <SelectField
        label={t('field.hedged_margin')}
        value={form.hedged}
        onChange={(hedged) => onChange({ hedged: hedged as GroupForm['hedged'] })}
        options={groupHedgedMargin.options.map((value) => ({ value, label: t(`groups.hedged.${value}`) }))}
      />
      <LongField
        label={t('field.remark')}
        value={form.note}
        error={problemWords(t, problems.get('note'))}
        onChange={(note) => onChange({ note: note.slice(0, 500) })}
      />
    </section>
  );
}
