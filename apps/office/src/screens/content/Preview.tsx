import { Button } from '@fairlot/ui';
import { useMutation } from '@tanstack/react-query';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { office } from '../../shared/services/office.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { useText } from '../../shared/language/language.ts';

/** Previews a text as the server sanitises it. The page sanitises the result once more. */
export function Preview({ title, content }: { readonly title: string; readonly content: string }): ReactNode {
  const t = useText();
  const preview = useMutation({ mutationFn: () => office.call('newsPreview', { content }) });
  const html = useMemo(
    () =>
      preview.data === undefined
        ? undefined
        : DOMPurify.sanitize(preview.data.content, {
            USE_PROFILES: { html: true },
            FORBID_TAGS: ['style', 'form', 'input'],
            FORBID_ATTR: ['style'],
          }),
    [preview.data],
  );
  return (
    <section className="grid gap-3 rounded-surface border border-line bg-surface p-4">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-16 font-semibold">{t('news.preview')}</h2>
        <Button kind="secondary" busy={preview.isPending} onClick={() => preview.mutate()}>
          {t('news.show')}
        </Button>
      </div>
      {preview.error === null ? null : (
        <p role="alert" className="text-14 text-critical">
          {problemText(t, preview.error)}
        </p>
      )}
      {html === undefined ? (
        <p className="text-14 text-quiet">{t('news.previewText')}</p>
      ) : (
        <article data-testid="preview" dir="auto" className="rich">
          <h3 className="text-20 font-semibold">{title}</h3>
          {/* Sanitised twice: by the server, and above. */}
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      )}
    </section>
  );
}
