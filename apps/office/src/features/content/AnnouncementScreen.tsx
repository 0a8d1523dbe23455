import type { StaffOutput } from '@fairlot/client';
import { languageOf, parseLanguage, writtenDirection } from '@fairlot/i18n';
import { Button, ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { problemText } from '../../shared/problem.ts';
import { mayCall } from '../../shared/rights.ts';
import { ScreenHead } from '../../shared/ScreenHead.tsx';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';

/** A language's own name; its code for one that this page does not know. */
function name(code: string): string {
  const known = parseLanguage(code);
  return known === undefined ? code : languageOf(known).name;
}

type Entry = StaffOutput<'staffAnnouncement'>[number];

/** Where the text of a language comes from: who reads one that nobody wrote in gets the English text that somebody wrote before the fixed one. */
function sourceOf(entry: Entry, all: readonly Entry[]): 'own' | 'borrowed' | 'fixed' {
  if (entry.own) return 'own';
  return all.some(({ language, own }) => language === 'en' && own) ? 'borrowed' : 'fixed';
}

/** The announcement as it reads in every language. */
export function AnnouncementScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const { data, error, refetch } = useRead('staffAnnouncement', {});
  const edit = ({
    language,
    version,
    content,
  }: {
    readonly language: string;
    readonly version: number;
    readonly content: string;
  }): void =>
    startAction<'announcementSave'>({
      call: 'announcementSave',
      title: `${t('menu.announcement')} · ${name(language)}`,
      text: t('announcement.text'),
      fields: [{ kind: 'long', name: 'content' }],
      initial: { content },
      confirmLabel: t('action.save'),
      input: (given) => ({ language, version, content: String(given['content']) }),
    });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.announcement')} />
      <div className="gutter grid gap-3 pb-8 lg:grid-cols-2">
        {data === undefined && error === null ? <Skeleton shape="h-40 w-full" /> : null}
        {data === undefined && error !== null ? (
          <ErrorState
            title={t('error.title')}
            text={problemText(t, error)}
            retryLabel={t('error.retry')}
            onRetry={() => void refetch()}
          />
        ) : null}
        {data?.map((entry) => (
          <section key={entry.language} className="rounded-surface border border-line bg-surface p-4">
            <div className="mb-2 flex items-center gap-2">
              <h2 className="flex-1 text-16 font-semibold">
                <bdi>{name(entry.language)}</bdi>{' '}
                <span className="text-12 font-normal text-quiet">{t(`announcement.${sourceOf(entry, data)}`)}</span>
              </h2>
              {mayCall(roles, 'announcementSave') ? (
                <Button kind="secondary" onClick={() => edit(entry)}>
                  {t('action.edit')}
                </Button>
              ) : null}
            </div>
            <p dir={writtenDirection(entry.content)} className="text-14 break-words whitespace-pre-wrap">
              {entry.content}
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
