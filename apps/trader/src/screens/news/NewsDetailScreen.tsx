import { CallError } from '@fairlot/client';
import { languageOf, parseLanguage, writtenDirection } from '@fairlot/i18n';
import { Button, EmptyState, ErrorState, Skeleton } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLanguage, useText, useTimes } from '../../shared/language/language.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { recordNumber } from '../../shared/lists/record-number.ts';
import { useNewsDetail } from './news-query.ts';
import type { NewsArticle } from '@fairlot/client';
import { RichText } from './RichText.tsx';

/** A news article. */
export function NewsDetailScreen(): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = recordNumber(query.get('id'));
  const { data, isError, error, isFetching, refetch } = useNewsDetail(id);
  const gone = id === undefined || (error instanceof CallError && error.kind === 'refused');
  return (
    <Screen title={t('title.newsDetail')} back>
      <ScreenBody>
        {data === undefined ? null : <Article item={data} />}
        {data === undefined && gone ? (
          <EmptyState
            art="missing"
            title={t('news.goneTitle')}
            text={t('news.goneText')}
            action={
              <Button kind="secondary" onClick={() => void navigate('/news', { replace: true })}>
                {t('news.toList')}
              </Button>
            }
          />
        ) : null}
        {data === undefined && isError && !gone ? (
          <ErrorState
            title={t('news.failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : null}
        {data === undefined && !isError && !gone ? <ArticleSkeleton /> : null}
      </ScreenBody>
    </Screen>
  );
}

function Article({ item }: { readonly item: NewsArticle }): ReactNode {
  const t = useText();
  const times = useTimes();
  const language = useLanguage();
  const written = parseLanguage(item.language);
  const { tag, direction } = written === undefined ? { tag: item.language, direction: undefined } : languageOf(written);
  return (
    <article className="gutter mx-auto max-w-168 py-5">
      <h2 className="text-20 font-semibold wrap-anywhere" lang={tag} dir={direction ?? writtenDirection(item.title)}>
        {item.title}
      </h2>
      <p className="mt-1 mb-5 text-12 text-quiet">
        <time dateTime={item.createdAt}>
          <bdi>{times.date(item.createdAt)}</bdi> · <bdi>{times.minute(item.createdAt)}</bdi>
        </time>
        {item.language === language ? null : <span className="block">{t('news.otherLanguage')}</span>}
      </p>
      <RichText html={item.content} language={tag} direction={direction} />
    </article>
  );
}

function ArticleSkeleton(): ReactNode {
  return (
    <div aria-busy="true" className="gutter mx-auto flex max-w-168 flex-col gap-3 py-5">
      <Skeleton shape="h-7 w-3/4" />
      <Skeleton shape="h-3 w-32" />
      <Skeleton shape="h-40 w-full" />
    </div>
  );
}
