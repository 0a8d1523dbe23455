import { IconButton } from '@fairlot/ui';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { countriesIn, countryName } from '../language/countries.ts';
import { useLanguage, useText } from '../language/language.ts';
import { SelectField } from './inputs.tsx';

interface CountryFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
}

/** A country, chosen by its name. */
export function CountryField({
  value,
  onChange,
  ...rest
}: CountryFieldProps & { readonly value: string; readonly onChange: (value: string) => void }): ReactNode {
  const language = useLanguage();
  const countries = useMemo(() => countriesIn(language), [language]);
  return (
    <SelectField {...rest} value={value} onChange={onChange} options={[{ value: '', label: '–' }, ...countries]} />
  );
}

/** Several countries by name: the chosen ones, each with a button that removes it, and a choice that adds one. */
export function CountryList({
  label,
  error,
  chosen,
  onChange,
}: CountryFieldProps & {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}): ReactNode {
  const t = useText();
  const language = useLanguage();
  const others = useMemo(
    () => countriesIn(language).filter(({ value }) => !chosen.includes(value)),
    [language, chosen],
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-12 text-quiet">{label}</legend>
      <ul className="flex flex-wrap gap-2">
        {chosen.map((code) => {
          const name = countryName(language, code);
          return (
            <li key={code} className="flex items-center rounded-control bg-sunken ps-3 text-14">
              <bdi>{name}</bdi>
              <IconButton
                icon="close"
                quiet
                label={t('form.remove', { name })}
                onClick={() => onChange(chosen.filter((each) => each !== code))}
              />
            </li>
          );
        })}
      </ul>
      <SelectField
        label={t('form.add')}
        error={error}
        value=""
        onChange={(code) => onChange([...chosen, code])}
        options={[{ value: '', label: '–' }, ...others]}
      />
    </fieldset>
  );
}
