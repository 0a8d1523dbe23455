import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';
import { Figures } from './HealthSources.tsx';

/** The operator's sources of market news, with the failure of each that could not be read. */
export function NewsSources({ sources }: { readonly sources: StaffOutput<'officeHealth'>['newsSources'] }): ReactNode {
  const t = useText();
  const times = useTimes();
  if (sources.length === 0) return null;
  return (
    <div data-testid="news-sources">
      <Figures title={t('settings.news')}>
        <FigureList
          figures={sources.map(({ name, kind, items, readAt, reason, detail, since }) => ({
            label: name,
            value:
              reason !== null ? (
                <span className="text-critical">
                  {wordOf(t, 'sourceReason', reason)}
                  {since === null ? null : (
                    <>
                      {' · '}
                      <When at={since} />
                    </>
                  )}
                </span>
              ) : readAt === null ? (
                t('state.waiting')
              ) : (
                <When at={readAt} />
              ),
            note: [
              t(`kind.${kind}`),
              t('health.newsLine', {
                items: formatCount(items),
                time: readAt === null ? '–' : times.dateTime(readAt),
              }),
              detail,
            ],
          }))}
        />
      </Figures>
    </div>
  );
}
