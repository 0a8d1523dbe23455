import { LANGUAGES, parseLanguage } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { SelectField } from '../../shared/inputs.tsx';
import { changeLanguage, useLanguage } from '../../shared/language.ts';
import { useText } from '../../shared/text.ts';
import { showToast } from '../../shared/toast.ts';

/** The languages in which the office is written. */
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
