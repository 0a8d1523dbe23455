import { languageOfTag } from '@fairlot/i18n';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLanguage, useLanguage } from '../shared/language/language.ts';

const Line = lazy(async () => ({ default: (await import('./LanguageOfferLine.tsx')).LanguageOfferLine }));

/**
 * Offers the browser's language to visitors who have chosen none. Choosing any language, the present one too, stores it
 * and ends the offer. The line has its height from the first paint on, so that its words move nothing.
 */
export function LanguageOffer(): ReactNode {
  const language = useLanguage();
  const [{ first, offered }, setOffer] = useState(() => ({
    first: currentLanguage(),
    offered: document.cookie.includes('lang=') ? undefined : languageOfTag(navigator.language),
  }));
  if (offered === undefined || offered === first || language !== first) return null;
  return (
    <div className="min-h-12 shrink-0 border-b border-line bg-surface">
      <Suspense>
        <Line code={offered} onEnd={() => setOffer({ first, offered: undefined })} />
      </Suspense>
    </div>
  );
}
