import { LANGUAGES } from '@fairlot/i18n';
import type { Language } from '@fairlot/i18n';
import { Icon, Spinner, cx } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { changeLanguage, useLanguage, useText } from '../../shared/language/language.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { showToast } from '@fairlot/web';

/** The 21 languages by their own names. */
export function LanguageScreen(): ReactNode {
  const t = useText();
  const current = useLanguage();
  const change = useMutation({ mutationFn: changeLanguage, onError: () => showToast(t('language.failed'), 'error') });
  const row = (language: Language): ReactNode => (
    <LanguageRow
      key={language.code}
      language={language}
      chosen={language.code === current}
      busy={change.isPending && change.variables === language.code}
      onChoose={() => change.mutate(language.code)}
    />
  );
  return (
    <Screen title={t('title.language')} back>
      <ScreenBody wide>
        {/* The order runs down the columns, as in an index. */}
        <ul className="border-line bg-surface lg:m-4 lg:columns-3 lg:gap-0 lg:overflow-hidden lg:rounded-surface lg:border lg:border-b-0 lg:[column-rule:1px_solid_var(--line)]">
          {LANGUAGES.map(row)}
        </ul>
        <div className="h-8" />
      </ScreenBody>
    </Screen>
  );
}

interface LanguageRowProps {
  readonly language: Language;
  readonly chosen: boolean;
  readonly busy: boolean;
  readonly onChoose: () => void;
}

function LanguageRow({ language, chosen, busy, onChoose }: LanguageRowProps): ReactNode {
  return (
    <li className="break-inside-avoid border-b border-line">
      <button
        type="button"
        aria-current={chosen ? 'true' : undefined}
        aria-busy={busy}
        onClick={onChoose}
        className={cx(
          'gutter flex min-h-13 w-full items-center gap-3 text-start text-16 -outline-offset-2 pointed:bg-sunken',
          chosen && 'font-semibold text-brand',
        )}
      >
        {/* Aligned with the page's start side, whatever the direction of the name. */}
        <span className="flex-1">
          <bdi lang={language.tag}>{language.name}</bdi>
        </span>
        {busy ? <Spinner /> : null}
        {chosen && !busy ? <Icon name="check" size={20} /> : null}
      </button>
    </li>
  );
}
