import { writtenDirection } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

interface Choice {
  readonly value: string;
  readonly label: string;
}
interface FieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

const BOX =
  'w-full min-h-11 rounded-control border bg-surface px-3 text-16 text-ink focus:border-brand focus:outline-1 focus:outline-brand';

function Note({ id, error, hint }: Omit<FieldProps, 'label'> & { readonly id: string }): ReactNode {
  const note = error ?? hint;
  if (note === undefined) return null;
  return (
    <p id={id} className={cx('mt-1 text-12', error === undefined ? 'text-quiet' : 'text-critical')}>
      {note}
    </p>
  );
}

/** Label, control and note of a field. */
function Field({
  id,
  label,
  children,
  ...note
}: FieldProps & { readonly id: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block text-12 text-quiet">
        {label}
      </label>
      {children}
      <Note id={`${id}-note`} {...note} />
    </div>
  );
}

/** A single choice, as a native select element. */
export function SelectField({
  label,
  error,
  hint,
  options,
  value,
  onChange,
}: FieldProps & {
  readonly options: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <select
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className={cx(BOX, error === undefined ? 'border-line-strong' : 'border-critical')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A text field of several lines. */
export function LongField({
  label,
  error,
  hint,
  value,
  rows = 3,
  lang,
  onChange,
  onKeyDown,
}: FieldProps & {
  readonly value: string;
  readonly rows?: number;
  readonly lang?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}): ReactNode {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <textarea
        id={id}
        value={value}
        rows={rows}
        lang={lang}
        dir={writtenDirection(value)}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
        className={cx(BOX, 'py-2', error === undefined ? 'border-line-strong' : 'border-critical')}
      />
    </Field>
  );
}

/** A multiple choice, as checkboxes. */
export function CheckGroup({
  label,
  error,
  options,
  chosen,
  onChange,
}: FieldProps & {
  readonly options: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-note`}>
      <legend className="mb-1 text-12 text-quiet">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-3">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 items-center gap-2 text-14">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              className="tick size-5"
              onChange={(event) =>
                onChange(
                  event.target.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value),
                )
              }
            />
            {option.label}
          </label>
        ))}
      </div>
      <Note id={`${id}-note`} error={error} />
    </fieldset>
  );
}
