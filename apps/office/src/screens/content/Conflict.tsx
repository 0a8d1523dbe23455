import { languageOf, parseLanguage, writtenDirection } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { When } from '../../shared/cells/cells.tsx';
import { useListed } from '../../shared/language/listed.ts';
import { useText } from '../../shared/language/language.ts';
import { changedLanguages } from './news-merge.ts';
import type { News, NewsDraft } from './news-draft.ts';

function nameOf(code: string): string {
  const known = parseLanguage(code);
  return known === undefined ? code : languageOf(known).name;
}

/** The version that a colleague saved meanwhile, next to the author's own text, and the choice between them. */
export function Conflict({ theirs, draft }: { readonly theirs: News; readonly draft: NewsDraft }): ReactNode {
  const t = useText();
  const listed = useListed();
  const text = theirs.texts.find(({ language }) => language === draft.language);
  const differing = changedLanguages(theirs, { logo: draft.logo, texts: draft.written });
  return (
    <section
      data-testid="conflict"
      className="grid gap-3 rounded-surface border border-line bg-notice-soft p-4 text-14"
    >
      <h2 className="text-16 font-semibold">{t('draft.conflict', { name: theirs.changedBy })}</h2>
      <p>
        <When at={theirs.changedAt} /> · {t('draft.conflictText')} <bdi>{listed(differing.map(nameOf))}</bdi>
      </p>
      {text === undefined ? null : (
        <article dir={writtenDirection(text.content)} className="grid gap-2 rounded-control bg-surface p-3 text-14">
          <h3 className="font-semibold">{text.title}</h3>
          {text.desc === '' ? null : <p className="text-quiet">{text.desc}</p>}
          <p className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{text.content}</p>
        </article>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={draft.keepMine}>{t('draft.keepMine')}</Button>
        <Button kind="secondary" onClick={draft.discard}>
          {t('draft.takeTheirs')}
        </Button>
      </div>
    </section>
  );
}
