import { LANGUAGES, parseLanguage } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { SelectField } from '../forms/inputs.tsx';
import { changeLanguage, useLanguage, useText } from './language.ts';
import { showToast } from '@fairlot/web';

/** Selects the language of the office. */
export function LanguageChoice(): ReactNode {
  const t = useText();
  const current = useLanguage();
  const options = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));
  const choose = (value: string): void => {
    const code = parseLanguage(value);
    if (code !== undefined) changeLanguage(code).catch(() => showToast(t('error.title'), 'error'));
  };
  return <SelectField label={t('self.language')} options={options} value={current} onChange={choose} />;
}
