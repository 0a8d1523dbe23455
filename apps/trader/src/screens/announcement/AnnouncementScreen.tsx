import { DEMO_TITLE } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { ErrorState, Skeleton } from '@fairlot/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../shared/language/language.ts';
import { Screen, ScreenBody } from '../../shared/layout/Screen.tsx';
import { api } from '../../shared/services/services.ts';
import { useSite } from '../../shared/site/site.ts';
import { FreeText } from '../../shared/language/FreeText.tsx';

/** The operator's announcement. A demonstration site adds a red notice below it. */
export function AnnouncementScreen(): ReactNode {
  const t = useText();
  const language = useLanguage();
  const demo = useSite()?.title === DEMO_TITLE;
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['announcement', language],
    queryFn: ({ signal }) => api.call('announcement', {}, { quiet: true, signal }),
  });
  return (
    <Screen title={t('title.announcement')} back>
      <ScreenBody>
        {data === undefined && isError ? (
          <ErrorState
            title={t('announcement.failed')}
            retryLabel={t('common.retry')}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : null}
        {data === undefined && !isError ? (
          <div aria-busy="true" className="gutter py-6">
            <Skeleton shape="h-32 w-full" />
          </div>
        ) : null}
        {data === undefined ? null : (
          <article className="gutter py-6" dir={writtenDirection(data.content)}>
            {/* The text is plain text, not HTML; line breaks are kept. */}
            <p className="text-16 whitespace-pre-line wrap-anywhere">
              <FreeText text={data.content} />
            </p>
            {demo ? <p className="mt-4 text-16 font-semibold text-critical">{t('announcement.demo')}</p> : null}
          </article>
        )}
      </ScreenBody>
    </Screen>
  );
}
