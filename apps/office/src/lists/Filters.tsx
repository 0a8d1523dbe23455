import { DayField, TextField } from '@fairlot/ui';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { SelectField } from '../shared/forms/inputs.tsx';
import { useText } from '../shared/language/language.ts';
import type { Filter } from './list-types.ts';
import { shownUser, userNumber } from './user-number.ts';

export interface FiltersProps {
  readonly filters: readonly Filter[];
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
  /** Called a moment after the last letter of a text. */
  readonly onTyped: (name: string, value: string) => void;
}

/** The filters of a list. */
export function Filters({ filters, values, onChange, onTyped }: FiltersProps): ReactNode {
  const t = useText();
  return (
    <search className="flex flex-wrap items-end gap-2">
      {filters.map((filter) => (
        <div key={filter.name} className="w-40 grow sm:max-w-60">
          {filter.kind === 'choice' ? (
            <SelectField
              label={t(`field.${filter.label}`)}
              value={values[filter.name] ?? ''}
              onChange={(value) => onChange(filter.name, value)}
              options={
                filter.first === undefined ? [{ value: '', label: t('list.all') }, ...filter.options] : filter.options
              }
            />
          ) : filter.kind === 'from' || filter.kind === 'to' || filter.kind === 'day' ? (
            <DayField
              label={t(`field.${filter.label}`)}
              value={values[filter.name] ?? ''}
              onValue={(value) => onChange(filter.name, value)}
            />
          ) : (
            <TextFilter
              filter={filter}
              value={values[filter.name] ?? ''}
              onTyped={(value) => onTyped(filter.name, value)}
            />
          )}
        </div>
      ))}
    </search>
  );
}

/** Debounce time in milliseconds of a search. */
const DEBOUNCE_MS = 300;

function TextFilter({
  filter,
  value,
  onTyped,
}: {
  readonly filter: Filter;
  readonly value: string;
  readonly onTyped: (value: string) => void;
}): ReactNode {
  const t = useText();
  const isUser = filter.kind === 'user';
  const [typed, setTyped] = useState(isUser ? shownUser(value) : value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // A link or the back button set another search. The own one must not overwrite what was typed since it was sent.
    if (value !== sent) {
      setTyped(isUser ? shownUser(value) : value);
      setSent(value);
    }
  }
  useEffect(() => {
    const meant = isUser ? userNumber(typed) : typed;
    if (meant === undefined || meant === value) return undefined;
    const timer = setTimeout(() => {
      setSent(meant);
      onTyped(meant);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, isUser, onTyped]);
  return (
    <TextField
      label={t(`field.${filter.label}`)}
      type="search"
      value={typed}
      data-search=""
      autoComplete="off"
      inputMode={isUser ? 'numeric' : 'text'}
      onValue={setTyped}
    />
  );
}
