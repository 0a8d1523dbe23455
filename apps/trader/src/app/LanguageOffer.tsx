import { languageOf, languageOfTag } from '@fairlot/i18n';
import type { LanguageCode } from '@fairlot/i18n';
import { BAR, Button, IconButton } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { changeLanguage, currentLanguage, useLanguage, useText } from '../shared/language/language.ts';

/** Words that offer each language, in that language, taken from its catalogue by the build. */
declare const __OFFERS__: Readonly<Record<LanguageCode, Readonly<Record<'offer' | 'close', string>>>>;

/** Words for a language that cannot be loaded, in that language. They come after the start, which is short of room. */
let failures: Readonly<Partial<Record<LanguageCode, string>>> = {};

export function provideFailures(words: typeof failures): void {
  failures = words;
}

/**
 * Offers the browser's language to visitors who have chosen none. Choosing any language, the present one too, stores it
 * and ends the offer.
 */
export function LanguageOffer(): ReactNode {
  const language = useLanguage();
  const [{ first, offered }, setOffer] = useState(() => ({
    first: currentLanguage(),
    offered: document.cookie.includes('lang=') ? undefined : languageOfTag(navigator.language),
  }));
  if (offered === undefined || offered === first || language !== first) return null;
  return <Line code={offered} onEnd={() => setOffer({ first, offered: undefined })} />;
}

interface LineProps {
  readonly code: LanguageCode;
  readonly onEnd: () => void;
}

/** The offer in the words of the offered language. They come with the start, so that the first screen paints them. */
function Line({ code, onEnd }: LineProps): ReactNode {
  const { tag, direction } = languageOf(code);
  const t = useText();
  const { offer, close } = __OFFERS__[code];
  const choose = useMutation({
    mutationFn: changeLanguage,
    onSuccess: onEnd,
    onError: () => showToast(failures[code] ?? t('language.failed'), 'error'),
  });
  return (
    <div
      lang={tag}
      dir={direction}
      data-offer=""
      {...{ [BAR]: '' }}
      className="flex min-h-12 shrink-0 items-center justify-center gap-1 border-b border-line bg-surface px-2"
    >
      <Button kind="plain" busy={choose.isPending} onClick={() => choose.mutate(code)}>
        {offer}
      </Button>
      <IconButton icon="close" label={close} quiet onClick={() => choose.mutate(currentLanguage())} />
    </div>
  );
}
