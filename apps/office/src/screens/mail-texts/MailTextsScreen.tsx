import { LANGUAGES } from '@fairlot/i18n';
import { Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import type { RowOf } from '../../lists/list-calls.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { useText } from '../../shared/language/language.ts';
import { languageName, languageTag } from '../../shared/language/language-name.ts';
import { mailTextActions } from './mail-text-actions.tsx';
import { RenderedMail } from './MailPreview.tsx';

type Row = RowOf<'mailTexts'>;

/** Every kind of mail in every language, with its text, a preview and a test. */
export function MailTextsScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.mailTexts')}
      call="mailTexts"
      idOf={(row) => row.id}
      empty={t('mailTexts.empty')}
      panelWidth="wide"
      filters={[
        {
          kind: 'choice',
          name: 'language',
          label: 'language',
          options: LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
        },
        {
          kind: 'choice',
          name: 'changed',
          label: 'state',
          options: [
            { value: '1', label: t('mailTexts.changed') },
            { value: '0', label: t('mailTexts.builtIn') },
          ],
        },
        { kind: 'text', name: 'kind', label: 'kind' },
      ]}
      columns={[
        { head: 'kind', render: (row) => row.name },
        { head: 'language', spare: true, render: (row) => <bdi>{languageName(row.language)}</bdi> },
        {
          head: 'subject_line',
          render: (row) => (
            <span lang={languageTag(row.language)} dir="auto" className="wrap-anywhere">
              {row.subjectLine}
            </span>
          ),
        },
        { head: 'state', render: (row) => t(row.changed ? 'mailTexts.changed' : 'mailTexts.builtIn') },
        { head: 'changed_at', spare: true, render: (row) => <When at={row.changedAt} /> },
      ]}
      renderDetail={(row) => <Detail key={row.id} row={row} />}
    />
  );
}

function Detail({ row: { kind, language, version } }: { readonly row: Row }): ReactNode {
  const t = useText();
  const query = useRead('mailText', { kind, language });
  return (
    <div className="grid gap-4" key={version}>
      <h2 className="me-12 text-16 font-semibold">{t('mailTexts.one')}</h2>
      <Loaded query={query} skeleton={<Skeleton shape="h-60 w-full" />}>
        {(mail) => (
          <>
            <Actions actions={mailTextActions(t, mail)} />
            <FigureList
              figures={[
                { label: t('field.kind'), value: mail.name },
                { label: t('field.template'), value: <code>{kind}</code> },
                { label: t('field.language'), value: <bdi>{languageName(language)}</bdi> },
                { label: t('field.state'), value: t(mail.changed ? 'mailTexts.changed' : 'mailTexts.builtIn') },
                { label: t('field.changed_at'), value: <When at={mail.changedAt} /> },
                { label: t('field.changed_by'), value: <bdi>{mail.changedBy ?? '–'}</bdi> },
              ]}
            />
            <RenderedMail
              mail={mail.preview}
              draft={{ kind, language, subject_line: mail.subjectLine, text: mail.text }}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
