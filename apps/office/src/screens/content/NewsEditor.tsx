import { LANGUAGES } from '@fairlot/i18n';
import { Button, TextField } from '@fairlot/ui';
import { storeAnswer } from '@fairlot/web';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useRead } from '../../lists/list-calls.ts';
import { LongField, SelectField } from '../../shared/forms/inputs.tsx';
import { LeaveQuestion } from '../../shared/drafts/LeaveQuestion.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { queryClient } from '../../shared/services/query-client.ts';
import { useSelf } from '../../shared/session/session.ts';
import { Conflict } from './Conflict.tsx';
import { MediaButton } from './MediaButton.tsx';
import { publishNews, saveNews } from './news-actions.ts';
import { useNewsDraft } from './news-draft.ts';
import type { News, NewsDraft } from './news-draft.ts';
import { Preview } from './Preview.tsx';

/** Loads the item to edit; a new one starts empty. */
export function NewsEditor(): ReactNode {
  const { id = '' } = useParams();
  const fresh = id === 'new';
  const query = useRead('staffNews', { id }, { enabled: !fresh });
  if (fresh) return <Editor key="new" news={undefined} />;
  return <Loaded query={query}>{(news) => <Editor key={news.id} news={news} />}</Loaded>;
}

function Editor({ news }: { readonly news: News | undefined }): ReactNode {
  const t = useText();
  const go = useNavigate();
  const may = mayCall(useSelf().roles, 'newsSave');
  const draft = useNewsDraft(news);
  const save = (): void =>
    saveNews(t, news, draft, (saved) => {
      storeAnswer(queryClient, ['staffNews', { id: String(saved.id) }], saved);
      draft.discard();
      if (news === undefined) void go(`/news/${saved.id}`, { replace: true });
    });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={news === undefined ? t('news.add') : t('news.one', { id: news.id })}
        tools={
          <>
            <Link to="/news" className="inline-flex min-h-11 items-center px-3 text-14 font-semibold text-brand">
              {t('action.back')}
            </Link>
            {may ? (
              <Button
                disabled={!draft.dirty || draft.written.length === 0 || draft.theirs !== undefined}
                onClick={save}
              >
                {t('news.save')}
              </Button>
            ) : null}
            {news === undefined || !may ? null : (
              <Button kind="secondary" disabled={draft.dirty} onClick={() => publishNews(t, news)}>
                {news.state === 'published' ? t('news.unpublish') : t('news.publish')}
              </Button>
            )}
          </>
        }
      />
      <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
        <Fields draft={draft} disabled={!may} />
        <div className="grid gap-4">
          {draft.theirs === undefined ? null : <Conflict theirs={draft.theirs} draft={draft} />}
          {may ? <Preview key={draft.language} title={draft.text.title} content={draft.text.content} /> : null}
        </div>
      </div>
      <LeaveQuestion dirty={draft.dirty} onDiscard={draft.discard} />
    </div>
  );
}

/** Fields for the text in one language and for the pictures. */
function Fields({ draft, disabled }: { readonly draft: NewsDraft; readonly disabled: boolean }): ReactNode {
  const t = useText();
  const { text, change, logo, setLogo } = draft;
  return (
    <fieldset disabled={disabled} className="grid gap-3 rounded-surface border border-line bg-surface p-4">
      <SelectField
        label={t('field.language')}
        value={draft.language}
        onChange={draft.setLanguage}
        options={LANGUAGES.map(({ code, name }) => ({
          value: code,
          label: draft.written.some((each) => each.language === code) ? `${name} ✓` : name,
        }))}
      />
      <TextField
        label={t('field.title')}
        value={text.title}
        maxLength={150}
        dir="auto"
        onValue={(title) => change({ title })}
      />
      <LongField
        label={t('field.desc')}
        value={text.desc}
        rows={2}
        onChange={(desc) => change({ desc: desc.replaceAll('\n', ' ') })}
      />
      <LongField
        label={t('field.content')}
        hint={t('news.html')}
        value={text.content}
        rows={14}
        onChange={(content) => change({ content })}
      />
      <div className="flex flex-wrap items-end gap-2">
        <div className="flex-1">
          <TextField label={t('field.logo')} value={logo} dir="ltr" onValue={setLogo} />
        </div>
        <MediaButton label={t('news.logo')} onUrl={setLogo} />
        <MediaButton
          label={t('news.picture')}
          onUrl={(url) => change({ content: `${text.content}\n<img src="${url}" alt="">` })}
        />
      </div>
    </fieldset>
  );
}
