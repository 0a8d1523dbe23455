import { languageOr } from '@fairlot/i18n';
import { useEffect } from 'react';
import { changeLanguage, currentLanguage } from '../../shared/language/language.ts';

/** Shows the page in the language of the notice. A language that can't be loaded leaves the page as it is. */
export function useLanguageOf(code: string | null): void {
  useEffect(() => {
    if (code === null || languageOr(code) === currentLanguage()) return;
    changeLanguage(languageOr(code)).catch(() => undefined);
  }, [code]);
}
