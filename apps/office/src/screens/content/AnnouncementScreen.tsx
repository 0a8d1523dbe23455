import type { StaffOutput } from '@fairlot/client';
import { languageOf, parseLanguage, writtenDirection } from '@fairlot/i18n';
import { Button, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { startAction } from '../../actions/action.ts';
import type { Action } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useSelf } from '../../shared/session/session.ts';
import { useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { office } from '../../shared/services/office.ts';

/** The name of a language in that language; its code if this page does not know it. */
function name(code: string): string {
  const known = parseLanguage(code);
  return known === undefined ? code : languageOf(known).name;
}

type Entry = StaffOutput<'staffAnnouncement'>[number];

/** The source of a language's text: its own, the operator's English text (borrowed), or the built-in one (fixed). */
function sourceOf(entry: Entry, all: readonly Entry[]): 'own' | 'borrowed' | 'fixed' {
  if (entry.own) return 'own';
  return all.some(({ language, own }) => language === 'en' && own) ? 'borrowed' : 'fixed';
}

/** The edit of the announcement in one language. */
function editAction(t: Text, { language, version, content }: Entry): Action<'announcementSave'> {
  return {
    call: 'announcementSave',
    title: `${t('menu.announcement')} · ${name(language)}`,
    text: t('announcement.text'),
    fields: [{ kind: 'long', name: 'content' }],
    initial: { content },
    confirmLabel: t('action.save'),
    input: (given) => ({ language, version, content: String(given['content']) }),
    renewed: async () => {
      const now = (await office.call('staffAnnouncement', {})).find((each) => each.language === language);
      return now === undefined ? undefined : editAction(t, now);
    },
  };
}

/** The announcement in every language. */
export function AnnouncementScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const query = useRead('staffAnnouncement', {});
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.announcement')} />
      <div className="gutter grid gap-3 pb-8 lg:grid-cols-2">
        <Loaded query={query} skeleton={<Skeleton shape="h-40 w-full" />}>
          {(entries) =>
            entries.map((entry) => (
              <section key={entry.language} className="rounded-surface border border-line bg-surface p-4">
                <div className="mb-2 flex items-center gap-2">
                  <h2 className="flex-1 text-16 font-semibold">
                    <bdi>{name(entry.language)}</bdi>{' '}
                    <span className="text-12 font-normal text-quiet">
                      {t(`announcement.${sourceOf(entry, entries)}`)}
                    </span>
                  </h2>
                  {mayCall(roles, 'announcementSave') ? (
                    <Button kind="secondary" onClick={() => startAction(editAction(t, entry))}>
                      {t('action.edit')}
                    </Button>
                  ) : null}
                </div>
                <p dir={writtenDirection(entry.content)} className="text-14 break-words whitespace-pre-wrap">
                  {entry.content}
                </p>
              </section>
            ))
          }
        </Loaded>
      </div>
    </div>
  );
}
