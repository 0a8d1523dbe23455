import type { StaffInput, StaffOutput } from '@fairlot/client';
import { isolateWords } from '@fairlot/i18n';
import { Button } from '@fairlot/ui';
import { showToast } from '@fairlot/web';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';
import { problemText } from '../../shared/messages/problem.ts';
import { office } from '../../shared/services/office.ts';
import { MailView } from './MailView.tsx';

/** The words of a kind of mail in a language. */
export type MailDraft = StaffInput<'previewMailText'>;
type Rendered = StaffOutput<'previewMailText'>;

/** A mail on example figures in both forms, and the button that sends it as a test. */
export function RenderedMail({ mail, draft }: { readonly mail: Rendered; readonly draft: MailDraft }): ReactNode {
  const t = useText();
  const test = useMutation({
    mutationFn: () => office.call('testMailText', draft),
    onSuccess: ({ to, sent }) =>
      showToast(sent ? t('mailTexts.sent', { to: isolateWords(to) }) : t('mailTexts.held'), 'done'),
    onError: (error) => showToast(problemText(t, error), 'error'),
  });
  return (
    <section className="grid gap-3" aria-label={t('news.preview')}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 text-16 font-semibold">{t('news.preview')}</h3>
        <Button kind="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          {t('mailTexts.test')}
        </Button>
      </div>
      <p className="text-14 text-quiet">{t('mailTexts.example')}</p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {mail.subjectLine}
      </p>
      <MailView html={mail.html} label={t('news.preview')} />
      <h4 className="text-14 font-semibold">{t('mailTexts.plain')}</h4>
      <pre
        dir="auto"
        data-testid="plain"
        className="rounded-control bg-sunken p-3 font-sans text-14 wrap-anywhere whitespace-pre-wrap"
      >
        {mail.text}
      </pre>
    </section>
  );
}

/** The preview of a draft, which the server renders and judges by the rules of a change. */
export function DraftPreview({ draft }: { readonly draft: MailDraft }): ReactNode {
  const t = useText();
  const preview = useQuery({
    queryKey: ['previewMailText', draft],
    queryFn: () => office.call('previewMailText', draft),
    staleTime: Infinity,
  });
  if (preview.error !== null)
    return (
      <p role="alert" className="text-14 text-critical">
        {problemText(t, preview.error)}
      </p>
    );
  return preview.data === undefined ? null : <RenderedMail mail={preview.data} draft={draft} />;
}
