import { clientText, languageOf } from '@fairlot/i18n';
import type { ClientText, LanguageCode } from '@fairlot/i18n';
import { BAR, Button, IconButton } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { changeLanguage, currentLanguage } from '../shared/language/language.ts';

export interface LanguageOfferLineProps {
  readonly code: LanguageCode;
  readonly onEnd: () => void;
}

/** The offer in the words of the offered language. Its texts are those that the page uses after the change. */
export function LanguageOfferLine({ code, onEnd }: LanguageOfferLineProps): ReactNode {
  const { tag, direction } = languageOf(code);
  const [t, setText] = useState<ClientText>();
  useEffect(() => {
    let isGone = false;
    clientText(code)
      .then((text) => (isGone ? undefined : setText(() => text)))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [code]);
  const choose = useMutation({
    mutationFn: changeLanguage,
    onSuccess: onEnd,
    onError: () => t && showToast(t('language.failed'), 'error'),
  });
  if (t === undefined) return null;
  return (
    <div lang={tag} dir={direction} {...{ [BAR]: '' }} className="flex min-h-12 items-center justify-center gap-1 px-2">
      <Button kind="plain" busy={choose.isPending} onClick={() => choose.mutate(code)}>
        {t('language.offer')}
      </Button>
      <IconButton icon="close" label={t('common.close')} quiet onClick={() => choose.mutate(currentLanguage())} />
    </div>
  );
}
