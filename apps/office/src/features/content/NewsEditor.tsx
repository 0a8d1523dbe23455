import type { StaffOutput } from '@fairlot/client';
import { LANGUAGES } from '@fairlot/i18n';
import { Button, ErrorState, Skeleton, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { startAction } from '../../actions/action.ts';
import { useRead } from '../../lists/list-calls.ts';
import { LongField, SelectField } from '../../shared/inputs.tsx';
import { problemText } from '../../shared/problem.ts';
import { mayCall } from '../../shared/rights.ts';
import { ScreenHead } from '../../shared/ScreenHead.tsx';
import { useSelf } from '../../shared/session.ts';
import { useText } from '../../shared/text.ts';
import { MediaButton } from './MediaButton.tsx';
import { Preview } from './Preview.tsx';

type News = StaffOutput<'staffNews'>;
interface NewsText {
  readonly language: string;
  readonly title: string;
  readonly desc: string;
  readonly content: string;
}
const EMPTY = { title: '', desc: '', content: '' };

/** Reads the item that is to be edited; a new one starts empty. */
export function NewsEditor(): ReactNode {
  const t = useText();
  const { id = '' } = useParams();
  const fresh = id === 'new';
  const { data, error, refetch } = useRead('staffNews', { id }, { enabled: !fresh });
  if (fresh) return <Editor key="new" news={undefined} />;
  if (data === undefined)
    return error === null ? (
      <div className="p-4">
        <Skeleton shape="h-80 w-full" />
      </div>
    ) : (
      <ErrorState
        title={t('error.title')}
        text={problemText(t, error)}
        retryLabel={t('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  // A version that somebody else saved begins anew; what the server kept is what is shown.
  return <Editor key={`${data.id} ${data.version}`} news={data} />;
}

function Editor({ news }: { readonly news: News | undefined }): ReactNode {
  const t = useText();
  const go = useNavigate();
  const { roles } = useSelf();
  const may = mayCall(roles, 'newsSave');
  const [texts, setTexts] = useState<readonly NewsText[]>(news?.texts ?? [{ language: 'en', ...EMPTY }]);
  const [logo, setLogo] = useState(news?.logo ?? '');
  const [language, setLanguage] = useState(
    texts.find((each) => each.language === 'en')?.language ?? texts[0]?.language ?? 'en',
  );
  const text = texts.find((each) => each.language === language) ?? { language, ...EMPTY };
  const written = texts.filter(({ title, content }) => title.trim() !== '' || content.trim() !== '');
  const dirty =
    JSON.stringify([texts, logo]) !== JSON.stringify([news?.texts ?? [{ language: 'en', ...EMPTY }], news?.logo ?? '']);
  const change = (part: Partial<NewsText>): void =>
    setTexts((before) => [...before.filter((each) => each.language !== language), { ...text, ...part }]);
  const save = (): void =>
    startAction<'newsSave'>({
      call: 'newsSave',
      title: t('news.save'),
      text: t('news.saveText'),
      confirmLabel: t('action.save'),
      figures: written.map((each) => ({ label: each.language, value: each.title })),
      input: () => ({
        ...(news === undefined ? {} : { id: news.id, version: news.version, category_id: news.category_id }),
        logo,
        texts: written.map((each) => ({ ...each })),
      }),
      onDone: (saved) => void go(`/news/${saved.id}`, { replace: true }),
    });
  const state = news === undefined || !may ? null : <PublishButton news={news} dirty={dirty} />;
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead
        title={news === undefined ? t('news.add') : t('news.one', { id: news.id })}
        tools={
          <>
            <Button kind="plain" onClick={() => void go('/news')}>
              {t('action.back')}
            </Button>
            {may ? (
              <Button disabled={!dirty || written.length === 0} onClick={save}>
                {t('news.save')}
              </Button>
            ) : null}
            {state}
          </>
        }
      />
      <div className="gutter grid items-start gap-4 pb-8 lg:grid-cols-2">
        <fieldset disabled={!may} className="grid gap-3 rounded-surface border border-line bg-surface p-4">
          <SelectField
            label={t('field.language')}
            value={language}
            onChange={setLanguage}
            options={LANGUAGES.map(({ code, name }) => ({
              value: code,
              label: written.some((each) => each.language === code) ? `${name} ✓` : name,
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
        {may ? <Preview key={language} title={text.title} content={text.content} /> : null}
      </div>
    </div>
  );
}

function PublishButton({ news, dirty }: { readonly news: News; readonly dirty: boolean }): ReactNode {
  const t = useText();
  const published = news.state === 'published';
  const label = published ? t('news.unpublish') : t('news.publish');
  const run = (): void =>
    startAction<'newsPublish' | 'newsUnpublish'>({
      call: published ? 'newsUnpublish' : 'newsPublish',
      title: label,
      figures: [
        { label: t('field.title'), value: news.title },
        { label: t('field.languages'), value: news.languages.join(', ') },
      ],
      critical: published,
      confirmLabel: label,
      input: () => ({ id: news.id, version: news.version }),
    });
  return (
    <Button kind="secondary" disabled={dirty} onClick={run}>
      {label}
    </Button>
  );
}
