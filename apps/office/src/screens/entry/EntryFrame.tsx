import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { LanguageChoice } from '../../shared/language/LanguageChoice.tsx';
import { useText } from '../../shared/language/language.ts';

/** A narrow column in the middle of the page. */
export function EntryFrame({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}): ReactNode {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t('title')}`;
  }, [title, t]);
  return (
    <main className="h-full overflow-y-auto bg-canvas">
      <div className="mx-auto grid min-h-full w-full max-w-100 content-center gap-4 p-4">
        <p className="text-14 font-semibold text-brand">{t('title')}</p>
        <div className="grid gap-4 rounded-surface border border-line bg-surface p-5">
          <div>
            <h1 className="text-20 font-semibold">{title}</h1>
            {text === undefined ? null : <p className="mt-1 text-14 text-quiet">{text}</p>}
          </div>
          {children}
        </div>
        <LanguageChoice />
      </div>
    </main>
  );
}

/** The server's message about a refusal. */
export function Refusal({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p role="alert" className="rounded-control bg-critical-soft p-3 text-14 text-critical">
      {children}
    </p>
  );
}
