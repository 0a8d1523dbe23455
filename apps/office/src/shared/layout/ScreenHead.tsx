import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../language/language.ts';

/** The title of a screen with its buttons. */
export function ScreenHead({ title, tools }: { readonly title: string; readonly tools?: ReactNode }): ReactNode {
  const t = useText();
  useEffect(() => {
    document.title = `${title} · ${t('title')}`;
  }, [title, t]);
  return (
    <header className="gutter flex min-h-14 shrink-0 flex-wrap items-center gap-2 py-1.5">
      <h1 className="max-w-full flex-1 text-20 font-semibold break-words">{breakable(title)}</h1>
      <div className="flex flex-wrap items-center gap-2">{tools}</div>
    </header>
  );
}

/** A title in which a long address breaks before its host rather than within a word. */
function breakable(title: string): ReactNode {
  const at = title.lastIndexOf('@');
  if (at === -1) return title;
  return (
    <>
      {title.slice(0, at)}
      <wbr />
      {title.slice(at)}
    </>
  );
}
